// ID tokens that are valid, forged, expired or replayed, and the note about each. The access token always stays.

import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { rsaKeys } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import { decodeClaims } from "../jwt-claims.js";
import { authorizationCodeGrant, clientCredentialsGrant } from "./grants.js";
import { useFakeProvider, nowMs, settingWith, contextWith } from "../testing/fake-provider.js";
import type { ScriptedReply } from "../testing/fake-provider.js";

const rsa = rsaKeys();
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const keys = [
  { ...rsa.publicKey.export({ format: "jwk" }), kid: "r", use: "sig" },
  { ...ec.publicKey.export({ format: "jwk" }), kid: "e", use: "sig" },
];
const issuer = "https://as.example";
const nowS = nowMs / 1_000;
const validClaims = { iss: issuer, aud: "my-client", sub: "alice", iat: nowS, exp: nowS + 600 };

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

const provider = await useFakeProvider();

const fieldsOf = (fields: Partial<Fields>): Partial<Fields> => ({
  tokenUrl: `${provider.url}/token`,
  jwksUrl: `${provider.url}/jwks`,
  issuer,
  ...fields,
});
/** Sets the replies of the token endpoint and of the JWKS URL. */
function replyWithIdToken(idToken: string, jwks: ScriptedReply = { body: { keys } }): void {
  provider.replyWith({ body: { access_token: "t", token_type: "Bearer", id_token: idToken } });
  provider.replyWith(jwks, "/jwks");
}
async function receive(idToken: string, fields: Partial<Fields> = {}, jwks?: ScriptedReply) {
  replyWithIdToken(idToken, jwks);
  const response = await clientCredentialsGrant(settingWith(fieldsOf(fields)), contextWith());
  expect(response.accessToken).toBe("t");
  return response;
}

describe("an ID token is verified", () => {
  it.each<[string, string]>([
    ["with RS256", jwt(validClaims)],
    ["with ES256", jwt(validClaims, { alg: "ES256", kid: "e" }, es256)],
    [
      "for this client as authorized party",
      jwt({ ...validClaims, aud: ["my-client", "b"], azp: "my-client" }),
    ],
    ["a few seconds after its expiry", jwt({ ...validClaims, exp: nowS - 20 })],
  ])("%s", async (_situation, token) => {
    const { idToken, notes } = await receive(token);
    expect([idToken, notes]).toEqual([token, []]);
  });

  it("with a tenant, if Microsoft's template is configured", async () => {
    const token = jwt({ ...validClaims, iss: `https://login.microsoftonline.com/${tid}/v2.0`, tid });
    const { notes } = await receive(token, { issuer: "https://login.microsoftonline.com/{tenantid}/v2.0" });
    expect(notes).toEqual([]);
  });

  it("with keys that are requested without credentials or extra headers", async () => {
    await receive(jwt(validClaims), { clientSecret: "s", tokenHeaders: [{ name: "x-key", value: "k" }] });
    const [, jwks] = provider.received;
    expect([jwks!.method, jwks!.path, jwks!.body]).toEqual(["GET", "/jwks", ""]);
    expect(jwks!.headers).not.toHaveProperty("authorization");
    expect(jwks!.headers).not.toHaveProperty("x-key");
  });
});

describe("an ID token is kept with a note that it is not verified, if", () => {
  const none = `${part({ alg: "none" })}.${part(validClaims)}.`;
  const hs256 = jwt(validClaims, { alg: "HS256" }, (data) =>
    createHmac("sha256", "secret").update(data).digest(),
  );
  const audiences = { ...validClaims, aud: ["my-client", "other"] };
  it.each<[string, string, Partial<Fields>, RegExp]>([
    ["it is not signed", none, {}, /it is not signed/],
    [
      "it is signed with the client secret",
      hs256,
      { clientSecret: "secret" },
      /with HS256, which is not checked/,
    ],
    [
      "it is signed with another key",
      jwt(validClaims, undefined, rs256(stranger.privateKey)),
      {},
      /signature/,
    ],
    ["its key is unknown", jwt(validClaims, { alg: "RS256", kid: "x" }), {}, /key/],
    ["it is from another issuer", jwt({ ...validClaims, iss: "https://evil.example" }), {}, /"iss"/],
    ["it is for another client", jwt({ ...validClaims, aud: "other" }), {}, /"aud"/],
    ["it has further audiences and no authorized party", jwt(audiences), {}, /audience/],
    ["it has another authorized party", jwt({ ...audiences, azp: "other" }), {}, /"azp"/],
    ["it has expired", jwt({ ...validClaims, exp: nowS - 600 }), {}, /"exp"/],
    ["it is not valid yet", jwt({ ...validClaims, nbf: nowS + 600 }), {}, /"nbf"/],
    ["it is encrypted", "a.b.c.d.e", {}, /decoded/],
    ["it is not a JWT", "CANARY", {}, /decoded/],
    ["no issuer is configured", jwt(validClaims), { issuer: "" }, /no issuer/],
    ["no JWKS URL is configured", jwt(validClaims), { jwksUrl: "" }, /no JWKS URL/],
    [
      "the JWKS URL uses http",
      jwt(validClaims),
      { jwksUrl: "http://as.example/jwks" },
      /could not be fetched/,
    ],
    [
      "the issuer is a template that is not Microsoft's",
      jwt({ ...validClaims, iss: `https://as.example/${tid}`, tid }),
      { issuer: "https://as.example/{tenantid}" },
      /"iss"/,
    ],
  ])("%s", async (_situation, token, fields, note) => {
    const { idToken, notes } = await receive(token, fields);
    expect(idToken).toBe(token);
    expect(notes).toEqual([expect.stringMatching(/not verified/)]);
    expect(notes[0]).toMatch(note);
    expect(notes[0]).not.toMatch(/CANARY|alice|evil/);
  });

  it.each<[string, ScriptedReply]>([
    ["cannot be fetched", { status: 500, body: {} }],
    ["arrive incompletely", (_request, response) => response.destroy()],
  ])("the keys %s", async (_situation, jwks) => {
    const { idToken, notes } = await receive(jwt(validClaims), {}, jwks);
    expect([idToken === undefined, notes]).toEqual([false, [expect.stringMatching(/not verified/)]]);
  });

  it("a cancellation while the keys are fetched rejects with its reason", async () => {
    const [controller, reason] = [new AbortController(), new Error("enough")];
    replyWithIdToken(jwt(validClaims), () => controller.abort(reason));
    const wire = contextWith({ signal: controller.signal });
    await expect(clientCredentialsGrant(settingWith(fieldsOf({})), wire)).rejects.toBe(reason);
  });
});

describe("the nonce of a sign-in", () => {
  const signIn = (token: string) => {
    replyWithIdToken(token);
    const code = { code: "c", redirectUri: "http://localhost:1/cb", codeVerifier: "v", nonce: "the-nonce" };
    return authorizationCodeGrant(settingWith(fieldsOf({})), code, contextWith());
  };

  it("is in its ID token", async () => {
    const token = jwt({ ...validClaims, nonce: "the-nonce" });
    const { idToken, notes } = await signIn(token);
    expect([idToken, notes]).toEqual([token, []]);
  });

  it.each([
    ["is a different one", jwt({ ...validClaims, nonce: "other" })],
    ["is missing", jwt(validClaims)],
    ["cannot be decoded", "a.b.c.d.e"],
  ])("%s, so the ID token is dropped and the access token stays", async (_situation, token) => {
    const { accessToken, idToken, notes } = await signIn(token);
    expect([accessToken, idToken]).toEqual(["t", undefined]);
    expect(notes).toEqual([expect.stringMatching(/nonce/)]);
  });
});

it("claims are decoded without verification", () => {
  expect(decodeClaims(jwt(validClaims))).toEqual(validClaims);
  expect(decodeClaims(`${part({ alg: "none" })}.${part({ sub: "x" })}.`)).toEqual({ sub: "x" });
  expect(["", "a.b.c", "a.b.c.d.e", `e30.${part([1])}.`].map(decodeClaims)).toEqual(Array(4).fill(undefined));
});
