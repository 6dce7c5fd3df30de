// Which changes of a setting select another token, and which do not.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fields, OAuthSetting } from "../setting.js";
import { keyPrefix, tokenKey } from "./key.js";
import { settingOf } from "./tokens.test.support.js";

const grants: readonly Fields["grantType"][] = [
  "authorization_code",
  "client_credentials",
  "password",
  "device_code",
];
const text = fc.string({ minLength: 1 }).filter((value) => value.trim() !== "");
const scope = fc.stringMatching(/^[a-z:/.]{1,8}$/);
const parameters = fc.array(fc.record({ name: text, value: text }), { minLength: 1, maxLength: 3 });

describe("another token is selected by", () => {
  it.each<[string, fc.Arbitrary<Partial<Fields>>, Fields["grantType"]?]>([
    ["the grant", fc.constantFrom(...grants.slice(1)).map((grantType) => ({ grantType }))],
    ["the issuer", text.map((issuer) => ({ issuer }))],
    ["the token URL", text.map((tokenUrl) => ({ tokenUrl }))],
    ["the authorization URL", text.map((authorizationUrl) => ({ authorizationUrl })), "authorization_code"],
    ["the device authorization URL", text.map((url) => ({ deviceAuthorizationUrl: url })), "device_code"],
    ["the client", text.map((clientId) => ({ clientId }))],
    ["its authentication", fc.constant({ clientAuthentication: "post" as const })],
    ["the scope", fc.uniqueArray(scope, { minLength: 1 }).map((scopes) => ({ scopes: scopes.join(" ") }))],
    ["the audience", text.map((audience) => ({ audience }))],
    ["the resource", fc.array(text, { minLength: 1 }).map((resource) => ({ resource }))],
    ["the user name", text.map((username) => ({ username })), "password"],
    ["parameters of the authorization", parameters.map((list) => ({ authorizationParameters: list }))],
    ["parameters of the token request", parameters.map((list) => ({ tokenParameters: list }))],
    ["headers of the token request", parameters.map((list) => ({ tokenHeaders: list }))],
    ["the wrapper of the answer", text.map((wrappedResponse) => ({ wrappedResponse }))],
    ["the label", text.map((label) => ({ label }))],
  ])("%s", (_what, change, grantType = "authorization_code") => {
    fc.assert(
      fc.property(change, (changed) => {
        const before = settingOf({ grantType });
        fc.pre(
          Object.entries(changed).some(([name, value]) => before.fields[name as keyof Fields] !== value),
        );
        expect(tokenKey(settingOf({ grantType, ...changed }))).not.toBe(tokenKey(before));
      }),
    );
  });

  it("the profile, its file and the environment, whatever their names look like", () => {
    const name = fc.option(fc.oneof(text, fc.constantFrom("a/b", "a", "b", "%2F", "inline")), {
      nil: undefined,
    });
    const place = fc.record({ profile: name, file: name, environment: name });
    fc.assert(
      fc.property(place, place, (one, two) => {
        const hasFile = one.profile !== undefined || two.profile !== undefined;
        fc.pre(
          one.profile !== two.profile ||
            one.environment !== two.environment ||
            (hasFile && one.file !== two.file),
        );
        expect(tokenKey(settingOf({}, one))).not.toBe(tokenKey(settingOf({}, two)));
      }),
    );
  });

  it("moving a value from one field to the next", () => {
    expect(tokenKey(settingOf({ audience: "a", issuer: "" }))).not.toBe(
      tokenKey(settingOf({ audience: "", issuer: "a" })),
    );
  });
});

describe("the same token stays with", () => {
  it.each<[string, Partial<Fields>]>([
    ["another client secret", { clientSecret: "renewed" }],
    ["another private key, its id and its algorithm", { privateKey: "p", keyId: "k", algorithm: "ES256" }],
    ["another password", { password: "renewed" }],
    ["another callback port", { callbackUrl: "http://localhost:9/callback" }],
    ["http allowed", { allowInsecure: true }],
    ["the discovery URL that filled the fields", { discoveryUrl: "https://id.example" }],
    [
      "what discovery adds",
      { clientAuthenticationMethods: "x", jwksUrl: "https://j", revocationUrl: "https://r" },
    ],
    ["another way to attach it", { addTo: "query", use: "id_token" }],
    ["fetching inside a request", { autoFetch: true }],
    ["PKCE off", { pkce: false }],
    ["a user name that the grant does not send", { username: "anna" }],
    ["the device address that the grant does not ask", { deviceAuthorizationUrl: "https://other.example" }],
    ["blanks around an address", { tokenUrl: " https://id.example/token\n" }],
  ])("%s", (_what, changed) => {
    expect(tokenKey(settingOf(changed))).toBe(tokenKey(settingOf()));
  });

  it("scopes and resources in any order", () => {
    const list = fc.uniqueArray(scope, { minLength: 1 });
    const shuffled = list.chain((items) =>
      fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
    );
    fc.assert(
      fc.property(shuffled, ([one, two]) => {
        expect(tokenKey(settingOf({ scopes: one.join(" "), resource: one }))).toBe(
          tokenKey(settingOf({ scopes: `  ${two.join("  ")} ${two[0] ?? ""}`, resource: two })),
        );
      }),
    );
  });
});

describe("a key", () => {
  it("begins with what all settings of its profile and environment share", () => {
    const setting: OAuthSetting = settingOf({}, { file: "/home/a/pictor.json", environment: "staging" });
    expect(keyPrefix(setting)).toMatch(/^profile\/[\w-]{16}\/studio\/staging\/$/);
    expect(tokenKey(setting).startsWith(keyPrefix(setting))).toBe(true);
  });

  it("says nothing of the setting's values", () => {
    expect(tokenKey(settingOf({ label: "anna@example.org" }))).toMatch(/^profile\/\/studio\/\/[\w-]{43}$/);
  });
});
