// ID tokens that are good, forged, old, replayed, or nobody's: what is said about each, while the access token stays.

import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import { clientCredentials, exchangeCode } from "./grants.js";
import { decodedClaims } from "./id-token.js";
import { fakeProvider, nowMs, setting, testWire } from "./wire.test.support.js";
import type { FakeProvider, Scripted } from "./wire.test.support.js";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const keys = [
  { ...rsa.publicKey.export({ format: "jwk" }), kid: "r", use: "sig" },
  { ...ec.publicKey.export({ format: "jwk" }), kid: "e", use: "sig" },
];
const issuer = "https://as.example";
const nowS = nowMs / 1_000;
const right = { iss: issuer, aud: "my-client", sub: "alice", iat: nowS, exp: nowS + 600 };

const tid = "00000000-0000-4000-8000-000000000000";

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
type Signer = (data: Buffer) => Buffer;
const rs256 =
  (key: KeyObject): Signer =>
  (data) =>
    sign("sha256", data, key);
const es256: Signer = (data) => sign("sha256", data, { key: ec.privateKey, dsaEncoding: "ieee-p1363" });

function jwt(
  claims: object,
  header: object = { alg: "RS256", kid: "r" },
  signer: Signer = rs256(rsa.privateKey),
): string {
  const data = `${part(header)}.${part(claims)}`;
  return `${data}.${signer(Buffer.from(data)).toString("base64url")}`;
}

let provider: FakeProvider;
beforeAll(async () => {
  provider = await fakeProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  (provider.seen as unknown[]).length = 0;
});

const fieldsOf = (fields: Partial<Fields>): Partial<Fields> => ({
  tokenUrl: `${provider.url}/token`,
  jwksUrl: `${provider.url}/jwks`,
  issuer,
  ...fields,
});
/** What the provider says at each of its two endpoints. */
function answerWith(idToken: string, jwks: Scripted = { body: { keys } }): void {
  provider.answer({ body: { access_token: "t", token_type: "Bearer", id_token: idToken } });
  provider.answer(jwks, "/jwks");
}
async function received(idToken: string, fields: Partial<Fields> = {}, jwks?: Scripted) {
  answerWith(idToken, jwks);
  const answer = await clientCredentials(setting(fieldsOf(fields)), testWire());
  expect(answer.accessToken).toBe("t");
  return answer;
}

describe("verified", () => {
  it.each<[string, string]>([
    ["with RS256", jwt(right)],
    ["with ES256", jwt(right, { alg: "ES256", kid: "e" }, es256)],
    [
      "with several audiences and us as the party",
      jwt({ ...right, aud: ["my-client", "other"], azp: "my-client" }),
    ],
    ["a few seconds after its end", jwt({ ...right, exp: nowS - 20 })],
  ])("%s: no note", async (_situation, token) => {
    const { idToken, notes } = await received(token);
    expect([idToken, notes]).toEqual([token, []]);
  });

  it("with a tenant of Microsoft's template", async () => {
    const token = jwt({ ...right, iss: `https://login.microsoftonline.com/${tid}/v2.0`, tid });
    const { notes } = await received(token, { issuer: "https://login.microsoftonline.com/{tenantid}/v2.0" });
    expect(notes).toEqual([]);
  });

  it("asks for the keys without the client, the setting's headers or a secret", async () => {
    await received(jwt(right), { clientSecret: "s", tokenHeaders: [{ name: "x-key", value: "k" }] });
    const [, jwks] = provider.seen;
    expect([jwks!.method, jwks!.path, jwks!.body]).toEqual(["GET", "/jwks", ""]);
    expect(jwks!.headers).not.toHaveProperty("authorization");
    expect(jwks!.headers).not.toHaveProperty("x-key");
  });
});

describe("kept, with a note that it is not verified", () => {
  const none = `${part({ alg: "none" })}.${part(right)}.`;
  const hs256 = jwt(right, { alg: "HS256" }, (data) => createHmac("sha256", "secret").update(data).digest());
  it.each<[string, string, Partial<Fields>, RegExp]>([
    ["nobody signed it", none, {}, /"alg"/],
    ["the client secret signed it", hs256, { clientSecret: "secret" }, /"alg"/],
    [
      "someone else signed it",
      jwt(right, { alg: "RS256", kid: "r" }, rs256(stranger.privateKey)),
      {},
      /signature/,
    ],
    ["its key is unknown", jwt(right, { alg: "RS256", kid: "x" }), {}, /key/],
    ["it is from another issuer", jwt({ ...right, iss: "https://evil.example" }), {}, /"iss"/],
    ["it is for another client", jwt({ ...right, aud: "other" }), {}, /"aud"/],
    ["it is for others, too", jwt({ ...right, aud: ["my-client", "other"] }), {}, /audience/],
    ["it is for another party", jwt({ ...right, aud: ["my-client", "other"], azp: "other" }), {}, /"azp"/],
    ["it has ended", jwt({ ...right, exp: nowS - 600 }), {}, /"exp"/],
    ["it never ends", jwt({ ...right, exp: undefined }), {}, /"exp"/],
    ["it begins later", jwt({ ...right, nbf: nowS + 600 }), {}, /"nbf"/],
    ["it is nobody's", jwt({ ...right, sub: undefined }), {}, /"sub"/],
    ["it is encrypted", "a.b.c.d.e", {}, /decoded/],
    ["it is no JWT", "CANARY", {}, /decoded/],
    ["no issuer is known", jwt(right), { issuer: "" }, /no issuer/],
    ["no keys are known", jwt(right), { jwksUrl: "" }, /no JWKS URL/],
    [
      "the keys are elsewhere without TLS",
      jwt(right),
      { jwksUrl: "http://as.example/jwks" },
      /could not be fetched/,
    ],
    [
      "the issuer is a template of someone else",
      jwt({ ...right, iss: `https://as.example/${tid}`, tid }),
      { issuer: "https://as.example/{tenantid}" },
      /"iss"/,
    ],
  ])("%s", async (_situation, token, fields, note) => {
    const { idToken, notes } = await received(token, fields);
    expect(idToken).toBe(token);
    expect(notes).toEqual([expect.stringMatching(/^The ID token is not verified: /)]);
    expect(notes[0]).toMatch(note);
    expect(notes[0]).not.toMatch(/CANARY|alice|evil/);
  });

  it.each<[string, Scripted]>([
    ["fail", { status: 500, body: {} }],
    ["are no keys", { body: { keys: "x" } }],
    ["break off", (_seen, response) => response.destroy()],
  ])("the keys %s", async (_situation, jwks) => {
    const { idToken, notes } = await received(jwt(right), {}, jwks);
    expect([idToken === undefined, notes]).toEqual([false, [expect.stringMatching(/not verified/)]]);
  });

  it("rejects all the same when it is cancelled meanwhile", async () => {
    const [controller, reason] = [new AbortController(), new Error("enough")];
    answerWith(jwt(right), () => {
      controller.abort(reason);
    });
    const wire = testWire({ signal: controller.signal });
    await expect(clientCredentials(setting(fieldsOf({})), wire)).rejects.toBe(reason);
  });
});

describe("the nonce of a sign-in", () => {
  const signIn = (token: string) => {
    answerWith(token);
    const parameters = new URLSearchParams({ code: "c", state: "s" });
    const code = {
      parameters,
      redirectUri: "http://localhost:1/cb",
      verifier: "v",
      state: "s",
      nonce: "the-nonce",
    };
    return exchangeCode(setting(fieldsOf({})), code, testWire());
  };

  it("is in the token", async () => {
    const token = jwt({ ...right, nonce: "the-nonce" });
    const { idToken, notes } = await signIn(token);
    expect([idToken, notes]).toEqual([token, []]);
  });

  it.each([
    ["is another one", jwt({ ...right, nonce: "other" })],
    ["is missing", jwt(right)],
    ["cannot be read", "a.b.c.d.e"],
  ])("%s: the ID token is left out, the access token is not", async (_situation, token) => {
    const { accessToken, idToken, notes } = await signIn(token);
    expect([accessToken, idToken]).toEqual(["t", undefined]);
    expect(notes).toEqual([expect.stringMatching(/left out: its nonce/)]);
  });
});

it("can be shown, whether it is good or not", () => {
  expect(decodedClaims(jwt(right))).toEqual(right);
  expect(decodedClaims(`${part({ alg: "none" })}.${part({ sub: "x" })}.`)).toEqual({ sub: "x" });
  expect(["", "a.b.c", "a.b.c.d.e", `e30.${part([1])}.`].map(decodedClaims)).toEqual(
    Array(4).fill(undefined),
  );
});
