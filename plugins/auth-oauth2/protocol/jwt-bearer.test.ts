// The JWT bearer grant: a recorded exchange (RFC 7523 section 2.1), because oidc-provider does not offer this grant.

import { generateKeyPairSync, verify } from "node:crypto";
import { rsaKeys } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import { algorithmOf, decodeClaims } from "../jwt-claims.js";
import { missingFields, type Fields } from "../setting.js";
import {
  contextWith,
  formParametersOf,
  nowMs,
  printed,
  rejectionOf,
  settingWith,
  useFakeProvider,
} from "../testing/fake-provider.js";
import { jwtBearerGrant } from "./jwt-bearer.js";

const provider = await useFakeProvider();
const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const rsa = rsaKeys();
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pem = ({ privateKey }: typeof ec) => privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const assertionKey = pem(rsa);

const settingOf = (fields: Partial<Fields>) =>
  settingWith({ grantType: "jwt_bearer", tokenUrl: `${provider.url}/token`, ...fields });
async function formWith(fields: Partial<Fields>) {
  provider.replyWith({ body: { access_token: "t", token_type: "Bearer" } });
  await jwtBearerGrant(settingOf(fields), contextWith());
  return Object.fromEntries(formParametersOf(provider.received.at(-1)!)) as Record<string, string>;
}

describe("an assertion", () => {
  it("of the settings is sent unchanged", async () => {
    const form = await formWith({ assertion: "a.b.c\n", scopes: "read", clientId: "" });
    expect(form).toEqual({ grant_type: grantType, assertion: "a.b.c", scope: "read" });
  });

  it("is signed for the token URL, expires after a minute and has a new id each time (section 3)", async () => {
    const fields = {
      assertionKey,
      assertionKeyId: "k1",
      assertionSubject: "anna@example.org",
      assertionClaims: [{ name: "scope", value: "read write" }],
    };
    const { assertion: first = "" } = await formWith(fields);
    const { assertion: second = "" } = await formWith(fields);
    const iat = nowMs / 1_000;
    const claims = decodeClaims(first);
    expect(claims).toEqual({
      iss: "my-client",
      sub: "anna@example.org",
      aud: `${provider.url}/token`,
      scope: "read write",
      iat,
      exp: iat + 60,
      jti: expect.any(String),
    });
    expect(decodeClaims(second)?.["jti"]).not.toBe(claims?.["jti"]);
    const header = JSON.parse(Buffer.from(first.split(".", 1)[0]!, "base64url").toString()) as object;
    expect(header).toEqual({ alg: "RS256", typ: "JWT", kid: "k1" });
  });

  it("is signed with the chosen algorithm, for the issuer and the audience of the settings", async () => {
    const issuer = { assertionIssuer: "robot", assertionAudience: "https://as.example", clientId: "" };
    const key = { assertionKey: pem(ec), assertionAlgorithm: "ES256" } as const;
    const { assertion = "", client_id: clientId } = await formWith({ ...issuer, ...key });
    const end = assertion.lastIndexOf(".");
    const signature = Buffer.from(assertion.slice(end + 1), "base64url");
    const verifier = { key: ec.publicKey, dsaEncoding: "ieee-p1363" } as const;
    expect(verify("sha256", Buffer.from(assertion.slice(0, end)), verifier, signature)).toBe(true);
    expect([algorithmOf(assertion), clientId]).toEqual(["ES256", undefined]);
    expect(decodeClaims(assertion)).toMatchObject({ iss: "robot", sub: "robot", aud: "https://as.example" });
  });

  it.each<[string, Partial<Fields>, string]>([
    ["text that is no key", { assertionKey: "CANARY" }, "assertionKey"],
    [
      "a claim that the grant sets",
      { assertionKey, assertionClaims: [{ name: "exp", value: "9" }] },
      "assertionClaims",
    ],
    ["nobody who issues it", { assertionKey, clientId: "" }, "assertionIssuer"],
  ])("is not signed with %s", async (_situation, fields, field) => {
    const error = await rejectionOf(() => jwtBearerGrant(settingOf(fields), contextWith()));
    expect([error.code, error.details["where"]]).toEqual(["AUTH_SETTING_INVALID", `oauth2.${field}`]);
    expect(printed(error)).not.toMatch(/CANARY|BEGIN/);
    expect(provider.received).toEqual([]);
  });
});

it("the grant needs an assertion, or a key and an issuer", () => {
  expect(missingFields(settingOf({ clientId: "" }))).toEqual(["assertionKey", "assertionIssuer"]);
  expect(missingFields(settingOf({}))).toEqual(["assertionKey"]);
  expect(missingFields(settingOf({ clientId: "", assertion: "a.b.c" }))).toEqual([]);
});
