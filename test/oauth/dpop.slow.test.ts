// Tokens that are bound to a key: a real provider that requires nonces, an API that checks each proof, and attacks on both.

import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { readProof, startDpopApi, type DpopApiOptions } from "../../plugins/auth-oauth2/testing/dpop-api.js";
import { startProvider } from "../../plugins/auth-oauth2/testing/oidc-provider.js";
import { asShown } from "../requests/lab.test.support.js";
import { createTestBeds, tokenLifetimeMs, type GrantType } from "./test-bed.test.support.js";

const beds = createTestBeds();
const dPoP = { enabled: true, nonceSecret: Buffer.alloc(32, 1), requireNonce: () => true };
const provider = await startProvider({ features: { dPoP } });
afterAll(() => provider.close());

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A bed with a profile `work` whose tokens are JWTs bound to a key, and an API that checks the proofs. */
async function open(grantType: GrantType = "client_credentials", options?: DpopApiOptions) {
  const bed = await beds.open(provider);
  const guarded = await startDpopApi(options);
  closing.push(guarded.close);
  await bed.save("work", grantType, { dpop: true, resource: ["https://api.example/"], scopes: "api:read" });
  const request = (path = "/", method = "GET") =>
    bed.pictor.send({ url: guarded.url + path, method, auth: "work" });
  return { ...bed, guarded, request };
}

describe("a request", () => {
  it("proves possession of the key, with another proof each time", async () => {
    const { guarded, request, countTokenRequests } = await open();
    const { result, tokenRequests } = await countTokenRequests(() => request("/me?q=1", "POST"));
    // The first token request got the nonce of the provider.
    expect([result.status, tokenRequests]).toEqual([200, 2]);
    expect((await request("/me?q=1", "POST")).status).toBe(200);
    expect(new Set(guarded.proofs.map(({ claims }) => claims["jti"])).size).toBe(2);
  });

  it("uses the nonce of the API from the first 401 on", async () => {
    const { guarded, request } = await open("client_credentials", { nonce: () => "api-nonce" });
    expect((await request()).status).toBe(200);
    expect(guarded.received).toHaveLength(2);
    expect((await request("/other")).status).toBe(200);
    expect(guarded.received).toHaveLength(3);
  });

  it("is repeated once at most by an API that never accepts its own nonce", async () => {
    let count = 0;
    const { guarded, request } = await open("client_credentials", { nonce: () => `nonce-${count++}` });
    expect((await request()).status).toBe(401);
    expect(guarded.received).toHaveLength(2);
  });

  it("gets a proof for the address to which the origin redirects", async () => {
    const { guarded, request } = await open();
    guarded.redirect("/old", `${guarded.url}/new`);
    expect((await request("/old")).status).toBe(200);
    expect(guarded.proofs.map(({ claims }) => claims["htu"])).toEqual([
      `${guarded.url}/old`,
      `${guarded.url}/new`,
    ]);
  });

  it("carries neither token nor proof to another origin", async () => {
    const { guarded, request } = await open();
    const other = await startDpopApi();
    closing.push(other.close);
    guarded.redirect("/away", `${other.url}/stolen`);
    expect((await request("/away")).status).toBe(401);
    const [first, ...more] = other.received;
    expect([first?.path, more]).toEqual(["/stolen", []]);
    expect([first?.headers.authorization, first?.headers["dpop"]]).toEqual([undefined, undefined]);
  });

  it("shows neither token, proof nor key in hops, notes and logs", async () => {
    const { pictor, request, folder, log, profiles } = await open();
    const observed: unknown[] = [];
    pictor.hooks.beforeSend.tap({ band: "observe" }, (seen) => void observed.push(seen));
    const { hops, notes } = await request();
    const sent = Object.fromEntries(hops[0]?.sentHeaders ?? []);
    expect(sent).toMatchObject({ Authorization: "***", DPoP: "***" });
    const file = JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8")) as {
      readonly secrets: Readonly<Record<string, string>>;
    };
    const [, record = "{}"] =
      Object.entries(file.secrets).find(([key]) => key.startsWith("plugin/auth-oauth2/")) ?? [];
    const { accessToken, dpopKey } = JSON.parse(record) as { accessToken: string; dpopKey: string };
    const { d } = JSON.parse(dpopKey) as { readonly d: string };
    const shown = asShown([hops, notes, log, observed, await profiles.view("work")]);
    for (const secret of [accessToken, d]) {
      expect(shown).not.toContain(secret);
      expect(pictor.redact(`x ${secret} y`)).toBe("x *** y");
    }
  });
});

describe("a sign-in", () => {
  it("binds the code and the refresh token to the key, which stays the same", async () => {
    const { login, request, clock, guarded, user } = await open("authorization_code");
    await login("work");
    expect((await request()).status).toBe(200);
    await clock.advance(tokenLifetimeMs);
    expect((await request()).status).toBe(200);
    const [first, second] = guarded.proofs.map(({ header }) => header["jwk"]);
    expect(second).toEqual(first);
    const { searchParams } = new URL(user.signIns[0]?.authorizationUrl ?? "");
    expect(searchParams.get("dpop_jkt")).toMatch(/^[\w-]{43}$/);
  });

  it("does not offer the token to the scheme bearer, which has no proof", async () => {
    const { login, profiles, pictor, guarded } = await open("authorization_code");
    const { view } = await login("work");
    expect(view.profile.schemes["bearer"]).toBeUndefined();
    await profiles.save("thief", { type: "bearer", schemes: { bearer: { token: { $token: "work" } } } });
    await expect(pictor.send({ url: guarded.url, auth: "thief" })).rejects.toMatchObject({
      code: expect.stringMatching(/^(OAUTH_TOKEN_UNUSABLE|CONFIG_REFERENCE_UNRESOLVED)$/) as unknown,
    });
    expect(guarded.received).toEqual([]);
  });
});

describe("nothing is sent with a token", () => {
  const reply = (response: ServerResponse, body: object, status = 200) =>
    response
      .writeHead(status, { "content-type": "application/json", "dpop-nonce": `n-${Math.random()}` })
      .end(JSON.stringify(body));

  it("of a provider that asks for nonce after nonce", async () => {
    const { request, guarded, countTokenRequests } = await open();
    const proofs: (string | undefined)[] = [];
    for (let count = 0; count < 2; count++)
      provider.intercept("/token", (incoming, response) => {
        proofs.push(String(incoming.headers["dpop"]));
        incoming.resume();
        reply(response, { error: "use_dpop_nonce" }, 400);
      });
    const failing = () => request().catch((error: unknown) => error);
    const { result, tokenRequests } = await countTokenRequests(failing);
    expect(result).toMatchObject({ code: "OAUTH_REFUSED", details: { error: "use_dpop_nonce" } });
    expect([tokenRequests, guarded.received]).toEqual([2, []]);
    const [first, second] = proofs.map((proof) => readProof(proof ?? "").claims);
    expect(first?.["jti"]).not.toBe(second?.["jti"]);
    expect(second?.["nonce"]).toMatch(/^n-/);
  });
});
