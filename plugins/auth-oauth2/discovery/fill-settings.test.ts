// What discovery changes in the settings, what it keeps, and its notes for the user.

import { describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import type { ProviderMetadata } from "./provider-metadata.js";
import { blankFields } from "../testing/settings.js";
import { fillSettings } from "./fill-settings.js";

const issuer = "https://as.example.com";
const endpoints = {
  authorizationUrl: `${issuer}/authorize`,
  tokenUrl: `${issuer}/token`,
  deviceAuthorizationUrl: `${issuer}/device`,
};
const metadata: ProviderMetadata = {
  issuer,
  endpoints,
  scopes: undefined,
  clientAuthenticationMethods: undefined,
  issuerAnnounced: false,
  requiresPush: false,
  dpopAlgorithms: undefined,
  codeChallengeMethods: undefined,
  notes: [],
};
function fill(parts: Partial<ProviderMetadata> = {}, fields: Partial<Fields> = {}, requested = issuer) {
  const filled = { ...metadata, ...parts };
  return fillSettings(filled, { ...blankFields, ...fields }, "as.example.com", new URL(requested));
}
const edited = (...given: Parameters<typeof fill>) => fill(...given).edit.oauth2;
const notes = (...given: Parameters<typeof fill>) => fill(...given).notes;

describe("blank settings", () => {
  it("get every value of the metadata", () => {
    const parts = {
      endpoints: { ...endpoints, revocationUrl: `${issuer}/revoke`, jwksUrl: `${issuer}/jwks` },
      clientAuthenticationMethods: ["client_secret_post", "none"],
      scopes: ["email", "openid", "profile"],
    };
    expect(edited(parts)).toEqual({
      ...parts.endpoints,
      discoveryUrl: "as.example.com",
      issuer,
      clientAuthenticationMethods: "client_secret_post none",
      scopes: "openid profile email",
    });
  });

  it("get a note for each filled field", () => {
    expect(notes({ issuerAnnounced: true })).toEqual([
      "discoveryUrl: as.example.com",
      `issuer: ${issuer}`,
      `authorizationUrl: ${issuer}/authorize`,
      `tokenUrl: ${issuer}/token`,
      `deviceAuthorizationUrl: ${issuer}/device`,
      "issuerAnnounced: true",
    ]);
  });
});

describe("scopes", () => {
  it.each<[string, readonly string[] | undefined, string | undefined]>([
    ["have the usual order", ["email", "offline_access", "profile", "openid"], "openid profile email"],
    ["are limited to those that the provider lists", ["email", "openid"], "openid email"],
    ["stay blank if none of them is listed", ["api"], undefined],
    ["stay blank if the provider lists none", [], undefined],
    ["stay blank if the provider has no list", undefined, undefined],
  ])("%s", (_situation, scopes, expected) => {
    expect(edited({ scopes })["scopes"]).toBe(expected);
  });

  it("that the user entered stay, and blanks are filled", () => {
    expect(edited({ scopes: ["openid"] }, { scopes: "api:read" })).not.toHaveProperty("scopes");
    expect(edited({ scopes: ["openid"] }, { scopes: "  " })["scopes"]).toBe("openid");
  });
});

describe("an existing value", () => {
  it("is replaced, with the old value in the first note", () => {
    const fields = { tokenUrl: "https://typed.example.org/token" };
    expect(edited({}, fields)["tokenUrl"]).toBe(endpoints.tokenUrl);
    const changed = `tokenUrl: https://typed.example.org/token -> ${endpoints.tokenUrl}`;
    expect(notes({}, fields)[0]).toContain(changed);
  });

  it("is not changed if it is right, and a note says so", () => {
    const fields = { ...endpoints, issuer, discoveryUrl: "as.example.com" };
    expect(fill({}, fields)).toEqual({ edit: { oauth2: {} }, notes: [expect.stringMatching(/already/)] });
  });

  it("stays as device authorization endpoint if the provider advertises none", () => {
    const parts = { endpoints: { tokenUrl: endpoints.tokenUrl } };
    const fields = { deviceAuthorizationUrl: "https://typed.example.org/device" };
    expect(edited(parts, fields)).not.toHaveProperty("deviceAuthorizationUrl");
    expect(notes(parts, fields)).toContainEqual(expect.stringContaining("deviceAuthorizationUrl"));
  });

  it("stays if the metadata has no value for it", () => {
    const fields = { revocationUrl: "https://typed.example.org/revoke" };
    expect(edited({}, fields)).not.toHaveProperty("revocationUrl");
    expect(edited({}, { ...fields, issuer })).not.toHaveProperty("revocationUrl");
  });

  it("is removed if it belongs to another issuer", () => {
    const old = "https://old.example.org";
    const fields = {
      issuer: old,
      authorizationUrl: `${old}/authorize`,
      revocationUrl: `${old}/revoke`,
      jwksUrl: `${old}/jwks`,
      clientAuthenticationMethods: "none",
      deviceAuthorizationUrl: `${old}/device`,
    };
    const parts = { endpoints: { tokenUrl: endpoints.tokenUrl } };
    expect(edited(parts, fields)).toEqual({
      discoveryUrl: "as.example.com",
      issuer,
      tokenUrl: endpoints.tokenUrl,
      authorizationUrl: null,
      revocationUrl: null,
      jwksUrl: null,
      clientAuthenticationMethods: null,
    });
    const removed: unknown = expect.stringMatching(/^Removed revocationUrl: .*old\.example\.org/);
    expect(notes(parts, fields)).toContainEqual(removed);
  });
});

describe("there is a warning", () => {
  it("if the PKCE methods do not include S256", () => {
    const warns = (codeChallengeMethods?: readonly string[]) =>
      notes({ codeChallengeMethods }).join().includes("S256");
    expect([["plain"], [], ["plain", "S256"], undefined].map(warns)).toEqual([true, true, false, false]);
  });

  it("about version 1.0 of Microsoft Entra ID, with the URL of version 2.0", () => {
    const version1 = "https://login.microsoftonline.com/common";
    expect(notes({}, {}, version1)).toContainEqual(expect.stringContaining(`${version1}/v2.0`));
    expect(notes({}, {}, `${version1}/v2.0`)).not.toContainEqual(expect.stringContaining("version"));
  });

  it("for each note of the metadata", () => {
    expect(notes({ notes: ["Not on as.example.com itself."] })).toContain("Not on as.example.com itself.");
  });
});

it("a provider that requires pushed requests gets them, and no other provider loses them", () => {
  const push = { requiresPush: true };
  expect(edited(push)).toMatchObject({ pushAuthorizationRequest: true });
  expect(notes(push)).toContain("pushAuthorizationRequest: true, because the provider requires it");
  expect(edited(push, { pushAuthorizationRequest: true })).not.toHaveProperty("pushAuthorizationRequest");
  expect(edited({}, { pushAuthorizationRequest: true })).not.toHaveProperty("pushAuthorizationRequest");
});

describe("DPoP", () => {
  it.each<[string, readonly string[] | undefined, Fields["dpopAlgorithm"], string | undefined]>([
    ["keeps an algorithm that the provider accepts", ["RS256", "ES256"], "ES256", undefined],
    ["keeps the algorithm of a provider without a list", undefined, "RS256", undefined],
    ["knows Ed25519 as EdDSA", ["Ed25519"], "EdDSA", undefined],
    ["selects another algorithm", ["RS256", "PS256"], "ES256", "PS256"],
    ["selects neither none nor a shared secret", ["none", "HS256"], "ES256", undefined],
  ])("%s", (_situation, dpopAlgorithms, dpopAlgorithm, expected) => {
    expect(edited({ dpopAlgorithms }, { dpopAlgorithm }).dpopAlgorithm).toBe(expected);
  });

  it("is offered, and never switched on", () => {
    expect(notes({ dpopAlgorithms: ["ES256"] }).join()).toContain("the setting dpop switches that on");
    expect(notes({ dpopAlgorithms: ["ES256"] }, { dpop: true }).join()).not.toContain("switches that on");
    expect(edited({ dpopAlgorithms: ["ES256"] })).not.toHaveProperty("dpop");
  });
});
