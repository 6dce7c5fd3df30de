// Tokens that expire or are rejected during requests: one refresh for all requests, only if it can help.

import { describe, expect, it } from "vitest";
import type { RequestBody } from "@pictor/kernel";
import { clients, startProvider, type Interceptor } from "../../plugins/auth-oauth2/testing/oidc-provider.js";
import { createTestBeds, holdResponse, tokenLifetimeMs, type TestBed } from "./test-bed.test.support.js";

const beds = createTestBeds();

const sendFifty = async ({ outcomeOf }: TestBed): Promise<ReadonlySet<number | string>> =>
  new Set(await Promise.all(Array.from({ length: 50 }, () => outcomeOf("work"))));
const allAuthorized = new Set([200]);

function rejectLastToken({ api }: TestBed): void {
  const last = api.tokens.at(-1);
  api.reject((token) => token === last);
}

/** Revokes the tokens of the sign-in, as an administrator of the provider would. */
async function revokeSignIn({ provider, api }: TestBed): Promise<void> {
  const { clientId } = clients.application;
  const body = new URLSearchParams({ token: api.tokens.at(-1) ?? "", client_id: clientId });
  await fetch(provider.endpoints.revocationUrl, { method: "POST", body });
}

describe.each(["authorization_code", "client_credentials"] as const)("with a token of %s", (grantType) => {
  it("fifty requests at its expiry cause one refresh", async () => {
    const bed = await beds.openSignedIn(grantType);
    for (let round = 1; round <= 2; round++) {
      await bed.clock.advance(tokenLifetimeMs);
      expect(await bed.countTokenRequests(() => sendFifty(bed))).toEqual({
        result: allAuthorized,
        tokenRequests: 1,
      });
      expect(new Set(bed.api.tokens).size).toBe(1 + round);
    }
  });

  it("fifty rejected requests cause one refresh, and each is sent once more", async () => {
    const bed = await beds.openSignedIn(grantType);
    rejectLastToken(bed);
    expect(await bed.countTokenRequests(() => sendFifty(bed))).toEqual({
      result: allAuthorized,
      tokenRequests: 1,
    });
    expect(bed.api.tokens).toHaveLength(1 + 50 + 50);
  });
});

describe("a rejected token", () => {
  it("is replaced, and the request is sent once more", async () => {
    const bed = await beds.openSignedIn();
    rejectLastToken(bed);
    const { result, tokenRequests } = await bed.countTokenRequests(() => bed.send("work"));
    expect([result.hops.map(({ status }) => status), tokenRequests]).toEqual([[401, 200], 1]);
  });

  it("is replaced once only", async () => {
    const bed = await beds.openSignedIn();
    bed.api.reject(() => true);
    expect(await bed.countTokenRequests(() => bed.outcomeOf("work"))).toEqual({
      result: 401,
      tokenRequests: 1,
    });
    expect(bed.api.tokens).toHaveLength(1 + 2);
  });

  it.each([401, 403])("is not replaced if its scope is insufficient: %i", async (status) => {
    const bed = await beds.openSignedIn();
    const request = () => bed.outcomeOf("work", `/beyond-scope/${status}`);
    expect(await bed.countTokenRequests(request)).toEqual({ result: status, tokenRequests: 0 });
    expect(bed.api.tokens).toHaveLength(2);
  });

  it("is replaced by the next request if the body can be read only once", async () => {
    const bed = await beds.openSignedIn();
    rejectLastToken(bed);
    const body: RequestBody = {
      replayable: false,
      async *open() {
        yield Buffer.from("once");
      },
    };
    const request = () => bed.outcomeOf("work", "/", { method: "POST", body });
    expect(await bed.countTokenRequests(request)).toEqual({ result: 401, tokenRequests: 0 });
    expect(await bed.countTokenRequests(() => bed.outcomeOf("work"))).toEqual({
      result: 200,
      tokenRequests: 1,
    });
  });
});

describe("a refresh", () => {
  it("continues for other requests if the request that started it is cancelled", async () => {
    const { pictor, provider, clock, api, outcomeOf } = await beds.openSignedIn();
    await clock.advance(tokenLifetimeMs);
    const controller = new AbortController();
    const held = holdResponse(provider, "/token");
    const first = pictor.send({ url: api.url, auth: "work" }, { signal: controller.signal });
    const others = [outcomeOf("work"), outcomeOf("work")];
    await held.received;
    controller.abort(new Error("enough"));
    await expect(first).rejects.toThrow("enough");
    held.release();
    expect(await Promise.all(others)).toEqual([200, 200]);
    expect(new Set(api.tokens).size).toBe(2);
  });
});

describe("a sign-in that the provider has revoked", () => {
  it("causes one refresh for fifty rejected requests, and none after that until the next login", async () => {
    const bed = await beds.openSignedIn();
    const { countTokenRequests, profiles, clock, login, outcomeOf } = bed;
    await revokeSignIn(bed);
    expect(await countTokenRequests(() => sendFifty(bed))).toEqual({
      result: new Set([401]),
      tokenRequests: 1,
    });
    const { status } = await profiles.view("work");
    expect(status).toMatchObject({ state: "expired", refused: true, refreshable: false });
    expect(status.notes?.join(" ")).toContain("sign in again");
    await clock.advance(tokenLifetimeMs);
    expect((await profiles.view("work")).status).toMatchObject({ state: "expired", refreshable: false });
    const result = new Set(["AUTH_ACTION_NEEDED"]);
    expect(await countTokenRequests(() => sendFifty(bed))).toEqual({ result, tokenRequests: 0 });
    await login("work");
    expect(await outcomeOf("work")).toBe(200);
  });
});

it("a refresh that is refused without a reason asks for a new sign-in", async () => {
  const { provider, clock, profiles, outcomeOf, login } = await beds.openSignedIn();
  await clock.advance(tokenLifetimeMs);
  provider.intercept("/token", (_request, response) => void response.writeHead(400).end());
  await expect(profiles.run("work", "refresh")).rejects.toMatchObject({
    code: "AUTH_ACTION_NEEDED",
    hint: expect.stringContaining("pictor auth login work"),
  });
  const { status } = await profiles.view("work");
  expect(status).toMatchObject({ state: "expired", refreshable: false });
  expect(status.actions).not.toContain("refresh");
  await login("work");
  expect(await outcomeOf("work")).toBe(200);
});

describe("a provider that cannot refresh the token", () => {
  it("fails with status 500: the token is used until it expires, and renewed later", async () => {
    const bed = await beds.openSignedIn();
    const { provider, clock, outcomeOf, countTokenRequests, api } = bed;
    const failing: Interceptor = (_request, response) => void response.writeHead(500).end("<h1>Oops</h1>");
    await clock.advance(tokenLifetimeMs - 30_000);
    provider.intercept("/token", failing);
    expect(await countTokenRequests(() => outcomeOf("work"))).toEqual({ result: 200, tokenRequests: 1 });
    await clock.advance(30_000);
    provider.intercept("/token", failing);
    const result = "AUTH_UNREACHABLE";
    expect(await countTokenRequests(() => outcomeOf("work"))).toEqual({ result, tokenRequests: 1 });
    expect(api.tokens).toHaveLength(2);
    expect(await outcomeOf("work")).toBe(200);
  });

  it("is unreachable: the token stays", async () => {
    const own = await startProvider();
    const { save, login, profiles, clock, pictor, api } = await beds.open(own);
    await save("work", "authorization_code");
    const { view } = await login("work");
    await own.close();
    await expect(profiles.run("work", "refresh")).rejects.toMatchObject({ code: "AUTH_UNREACHABLE" });
    expect((await profiles.view("work")).status).toEqual(view.status);
    await clock.advance(tokenLifetimeMs);
    const sending = pictor.send({ url: api.url, auth: "work" });
    await expect(sending).rejects.toMatchObject({ code: "AUTH_UNREACHABLE" });
    expect((await profiles.view("work")).status).toMatchObject({ state: "expired", refreshable: true });
  });
});
