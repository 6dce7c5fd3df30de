// Which changes of a setting select another token.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fields, OAuthSetting } from "../setting.js";
import { environmentKeyPrefix, tokenKey } from "./token-key.js";
import { settingWith } from "../testing/token-store.js";

const grants: readonly Fields["grantType"][] = [
  "authorization_code",
  "client_credentials",
  "password",
  "device_code",
];
const text = fc.string({ minLength: 1 }).filter((value) => value.trim() !== "");
const scope = fc.stringMatching(/^[a-z:/.]{1,8}$/);
const parameters = fc.array(fc.record({ name: text, value: text }), { minLength: 1, maxLength: 3 });

describe("another token is selected by another", () => {
  it.each<[string, fc.Arbitrary<Partial<Fields>>, Fields["grantType"]?]>([
    ["grant type", fc.constantFrom(...grants.slice(1)).map((grantType) => ({ grantType }))],
    ["issuer", text.map((issuer) => ({ issuer }))],
    ["token URL", text.map((tokenUrl) => ({ tokenUrl }))],
    ["authorization URL", text.map((authorizationUrl) => ({ authorizationUrl })), "authorization_code"],
    ["device authorization URL", text.map((url) => ({ deviceAuthorizationUrl: url })), "device_code"],
    ["client", text.map((clientId) => ({ clientId }))],
    ["client authentication", fc.constant({ clientAuthentication: "post" as const })],
    ["scope", fc.uniqueArray(scope, { minLength: 1 }).map((scopes) => ({ scopes: scopes.join(" ") }))],
    ["audience", text.map((audience) => ({ audience }))],
    ["resource", fc.array(text, { minLength: 1 }).map((resource) => ({ resource }))],
    ["user name", text.map((username) => ({ username })), "password"],
    ["authorization parameter", parameters.map((list) => ({ authorizationParameters: list }))],
    ["token parameter", parameters.map((list) => ({ tokenParameters: list }))],
    ["token header", parameters.map((list) => ({ tokenHeaders: list }))],
    ["wrapped response", text.map((wrappedResponse) => ({ wrappedResponse }))],
    ["refresh URL", fc.webUrl().map((refreshUrl) => ({ refreshUrl }))],
    ["label", text.map((label) => ({ label }))],
  ])("%s", (_what, change, grantType = "authorization_code") => {
    fc.assert(
      fc.property(change, (changed) => {
        const before = settingWith({ grantType });
        fc.pre(
          Object.entries(changed).some(([name, value]) => before.fields[name as keyof Fields] !== value),
        );
        expect(tokenKey(settingWith({ grantType, ...changed }))).not.toBe(tokenKey(before));
      }),
    );
  });

  it("profile, configuration file or environment, whatever their names", () => {
    const name = fc.option(fc.oneof(text, fc.constantFrom("a/b", "a", "b", "%2F", "inline")), {
      nil: undefined,
    });
    const owner = fc.record({ profile: name, file: name, environment: name });
    fc.assert(
      fc.property(owner, owner, (one, two) => {
        const hasFile = one.profile !== undefined || two.profile !== undefined;
        fc.pre(
          one.profile !== two.profile ||
            one.environment !== two.environment ||
            (hasFile && one.file !== two.file),
        );
        expect(tokenKey(settingWith({}, one))).not.toBe(tokenKey(settingWith({}, two)));
      }),
    );
  });

  it("field with the same value", () => {
    expect(tokenKey(settingWith({ audience: "a", issuer: "" }))).not.toBe(
      tokenKey(settingWith({ audience: "", issuer: "a" })),
    );
  });
});

describe("the same token is selected with", () => {
  it.each<[string, Partial<Fields>]>([
    ["another client secret", { clientSecret: "renewed" }],
    ["another private key, key id or algorithm", { privateKey: "p", keyId: "k", algorithm: "ES256" }],
    ["another password", { password: "renewed" }],
    ["another callback port", { callbackUrl: "http://localhost:9/callback" }],
    ["http allowed", { allowInsecure: true }],
    ["a discovery URL", { discoveryUrl: "https://id.example" }],
    [
      "authentication methods, JWKS URL and revocation URL from discovery",
      { clientAuthenticationMethods: "x", jwksUrl: "https://j", revocationUrl: "https://r" },
    ],
    ["another placement in requests", { addTo: "query", use: "id_token" }],
    ["autoFetch", { autoFetch: true }],
    ["PKCE off", { pkce: false }],
    ["a user name that the grant type does not send", { username: "anna" }],
    [
      "a device authorization URL that the grant type does not use",
      { deviceAuthorizationUrl: "https://other.example" },
    ],
    ["blanks around a URL", { tokenUrl: " https://id.example/token\n" }],
  ])("%s", (_what, changed) => {
    expect(tokenKey(settingWith(changed))).toBe(tokenKey(settingWith()));
  });

  it("scopes and resources in any order", () => {
    const list = fc.uniqueArray(scope, { minLength: 1 });
    const shuffled = list.chain((items) =>
      fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
    );
    fc.assert(
      fc.property(shuffled, ([one, two]) => {
        expect(tokenKey(settingWith({ scopes: one.join(" "), resource: one }))).toBe(
          tokenKey(settingWith({ scopes: `  ${two.join("  ")} ${two[0] ?? ""}`, resource: two })),
        );
      }),
    );
  });
});

describe("a key", () => {
  it("starts with a prefix for its profile and environment", () => {
    const setting: OAuthSetting = settingWith({}, { file: "/home/a/pictor.json", environment: "staging" });
    expect(environmentKeyPrefix(setting)).toMatch(/^profile\/[\w-]{16}\/studio\/staging\/$/);
    expect(tokenKey(setting).startsWith(environmentKeyPrefix(setting))).toBe(true);
  });

  it("does not contain values of the setting", () => {
    expect(tokenKey(settingWith({ label: "anna@example.org" }))).toMatch(/^profile\/\/studio\/\/[\w-]{43}$/);
  });
});
