// What a document changes in a setting, what it leaves alone, and what the person is told.

import { describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import type { ProviderDocument } from "./document.js";
import { blank } from "../blank.test.support.js";
import { fill } from "./fill.js";

const issuer = "https://as.example.com";
const endpoints = {
  authorizationUrl: `${issuer}/authorize`,
  tokenUrl: `${issuer}/token`,
  deviceAuthorizationUrl: `${issuer}/device`,
};
const document: ProviderDocument = {
  issuer,
  endpoints,
  scopes: undefined,
  clientAuthenticationMethods: undefined,
  issuerAnnounced: false,
  codeChallengeMethods: undefined,
  notes: [],
};
const filled = (parts: Partial<ProviderDocument> = {}, fields: Partial<Fields> = {}, asked = issuer) =>
  fill({ ...document, ...parts }, { ...blank, ...fields }, "as.example.com", new URL(asked));
const edited = (...given: Parameters<typeof filled>) => filled(...given).edit.oauth2;
const notes = (...given: Parameters<typeof filled>) => filled(...given).notes;

describe("an empty setting", () => {
  it("gets all that the document gives", () => {
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

  it("is told what was filled in, field by field", () => {
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
    ["stand in the usual order", ["email", "offline_access", "profile", "openid"], "openid profile email"],
    ["are those that the provider lists", ["email", "openid"], "openid email"],
    ["stay empty when none of them is listed", ["api"], undefined],
    ["stay empty when the provider lists none", [], undefined],
    ["stay empty when the provider does not say", undefined, undefined],
  ])("%s", (_situation, scopes, expected) => {
    expect(edited({ scopes })["scopes"]).toBe(expected);
  });

  it("that were typed stay", () => {
    expect(edited({ scopes: ["openid"] }, { scopes: "api:read" })).not.toHaveProperty("scopes");
  });

  it("of blanks only count as none", () => {
    expect(edited({ scopes: ["openid"] }, { scopes: "  " })["scopes"]).toBe("openid");
  });

  it.each(["authorization_code", "client_credentials", "password", "device_code"] as const)(
    "are filled for the grant %s",
    (grantType) => {
      expect(edited({ scopes: ["openid"] }, { grantType })["scopes"]).toBe("openid");
    },
  );
});

describe("what was there", () => {
  it("is replaced, and told first with what stood there", () => {
    const fields = { tokenUrl: "https://typed.example.org/token" };
    expect(edited({}, fields)["tokenUrl"]).toBe(endpoints.tokenUrl);
    expect(notes({}, fields)[0]).toBe(
      `Replaced tokenUrl: https://typed.example.org/token -> ${endpoints.tokenUrl}`,
    );
  });

  it("is not written again when it is right", () => {
    const fields = { ...endpoints, issuer, discoveryUrl: "as.example.com" };
    expect(filled({}, fields)).toEqual({
      edit: { oauth2: {} },
      notes: ["Everything was filled in already."],
    });
  });

  it("stays as device authorization endpoint when the provider does not advertise one", () => {
    const parts = { endpoints: { tokenUrl: endpoints.tokenUrl } };
    const fields = { deviceAuthorizationUrl: "https://typed.example.org/device" };
    expect(edited(parts, fields)).not.toHaveProperty("deviceAuthorizationUrl");
    expect(notes(parts, fields)).toContainEqual(expect.stringContaining("does not advertise"));
  });

  it("stays where the document is silent", () => {
    const fields = { revocationUrl: "https://typed.example.org/revoke" };
    expect(edited({}, fields)).not.toHaveProperty("revocationUrl");
    expect(edited({}, { ...fields, issuer })).not.toHaveProperty("revocationUrl");
  });

  it("goes when it belongs to another issuer", () => {
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
    expect(notes(parts, fields)).toContain(`Taken out revocationUrl: ${old}/revoke belongs to ${old}`);
  });
});

describe("the person is warned", () => {
  it("when PKCE methods are listed without S256", () => {
    expect(notes({ codeChallengeMethods: ["plain"] })).toContainEqual(expect.stringContaining("S256"));
    expect(notes({ codeChallengeMethods: [] })).toContainEqual(expect.stringContaining("S256"));
    expect(notes({ codeChallengeMethods: ["plain", "S256"] })).not.toContainEqual(
      expect.stringContaining("S256"),
    );
    expect(notes()).not.toContainEqual(expect.stringContaining("S256"));
  });

  it("of version 1.0 of Microsoft Entra ID, with the address of version 2.0", () => {
    const address = "https://login.microsoftonline.com/common";
    expect(notes({}, {}, address)).toContainEqual(expect.stringContaining(`${address}/v2.0`));
    expect(notes({}, {}, `${address}/v2.0`)).not.toContainEqual(expect.stringContaining("version"));
  });

  it("of all that the document is told for", () => {
    expect(notes({ notes: ["Not on as.example.com itself."] })).toContain("Not on as.example.com itself.");
  });
});
