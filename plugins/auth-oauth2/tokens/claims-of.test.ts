// The claims of tokens: of JSON Web Tokens alone, and never a token or its signature.

import { expect, it } from "vitest";
import { claimsOf } from "./claims-of.js";
import { recordOf } from "./token-record.js";
import { settingWith, tokenResponse } from "../testing/token-store.js";

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = (claims: object): string => `${part({ alg: "RS256" })}.${part(claims)}.c2lnbmF0dXJl`;
const record = (accessToken: string, idToken?: string) =>
  recordOf(settingWith(), tokenResponse({ accessToken, idToken }));

it("are those of the access token and of the ID token", () => {
  const found = claimsOf(record(token({ sub: "anna" }), token({ sub: "anna", email: "a@x.example" })));
  expect(found).toEqual([
    { title: "Access token", claims: { sub: "anna" } },
    { title: "ID token", claims: { sub: "anna", email: "a@x.example" } },
  ]);
  expect(JSON.stringify(found)).not.toContain("c2lnbmF0dXJl");
});

it.each([
  ["an opaque token", record("opaque-token")],
  ["an encrypted token", record("a.b.c.d.e")],
  ["a token whose claims are no object", record(`${part({})}.${part([1])}.x`)],
  ["no token", undefined],
])("%s has none", (_case, given) => {
  expect(claimsOf(given)).toEqual([]);
});
