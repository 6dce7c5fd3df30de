// Which issuers an authorization response may name (RFC 9207).

import { describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import { printed, settingWith } from "../testing/fake-provider.js";
import { authorizationIssuerFault } from "./issuer.js";

const check = (iss: string | undefined, fields: Partial<Fields>) =>
  authorizationIssuerFault(
    iss,
    settingWith({ authorizationUrl: "https://provider.example/tenant/authorize?x=1", ...fields }).fields,
  );
const tenant = "00000000-0000-4000-8000-000000000000";
const [own, entra] = [{ issuer: "https://provider.example" }, "https://login.microsoftonline.com"];
const template = { issuer: `${entra}/{tenantid}/v2.0` };

it.each<[string, string | undefined, Partial<Fields>]>([
  ["the configured issuer", "https://provider.example/a", { issuer: "https://provider.example/a" }],
  ["an issuer on another host, if that is configured", "https://i.example", { issuer: "https://i.example" }],
  ["one on the origin of the authorization URL, if none is configured", "https://provider.example/a", {}],
  ["no issuer, if the provider does not announce one", undefined, { issuer: "https://provider.example/a" }],
  ["a tenant, if Microsoft's template is configured", `${entra}/${tenant}/v2.0`, template],
])("%s is accepted", (_situation, iss, fields) => {
  expect(check(iss, fields)).toBeUndefined();
});

it.each<[string, string, Partial<Fields>]>([
  ["another issuer", "https://evil.example", own],
  ["the issuer with a trailing slash", "https://provider.example/", own],
  ["the issuer in another spelling", "https://PROVIDER.example", own],
  ["an issuer that only starts alike", "https://provider.example.evil", own],
  ["another origin, if no issuer is configured", "https://evil.example/x", {}],
  ["text that is not a URL, if no issuer is configured", "provider", {}],
  [
    "a tenant, if a template that is not Microsoft's is configured",
    `https://provider.example/${tenant}/`,
    { issuer: "https://provider.example/{tenantid}/" },
  ],
  ["text instead of a tenant, if Microsoft's template is configured", `${entra}/common/v2.0`, template],
])("%s is not accepted", (_situation, iss, fields) => {
  expect(check(iss, fields)?.code).toBe("OAUTH_ISSUER_MISMATCH");
});

it("no issuer is not accepted if the provider announces one", () => {
  expect(check(undefined, { ...own, issuerAnnounced: true })?.code).toBe("OAUTH_CALLBACK_INVALID");
});

describe("the error", () => {
  it("contains the issuer in ASCII, at a limited length", () => {
    expect(check(`\u001b[31m${"x".repeat(900)}`, { issuer: "i" })?.details["found"]).toBe(
      `${"x".repeat(197)}...`,
    );
  });

  it("names the expected origin if no issuer is configured", () => {
    const error = check("https://evil.example", {});
    expect(error?.details["expected"]).toBe("https://provider.example");
    expect(printed(error)).not.toContain("authorize");
  });
});
