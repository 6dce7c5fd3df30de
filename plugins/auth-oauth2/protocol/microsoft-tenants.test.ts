// Which issuers Microsoft answers with, and when version 2.0 is suggested.

import { describe, expect, it } from "vitest";
import { entraVersion2, isMicrosoftIssuer, isTenantTemplate, issuerOfTenant } from "./microsoft-tenants.js";

const id = "72f988bf-86f1-41af-91ab-2d7cd011db47";
const other = "9188040d-6c67-4c5b-b112-36a304b66dad";
const entra = "https://login.microsoftonline.com";
const usGovernment = "https://login.microsoftonline.us";

const isAccepted = (requested: string, issuer: string): boolean =>
  isMicrosoftIssuer(issuer, new URL(requested));

it.each([
  ["as template for all tenants", `${entra}/common/v2.0`, `${entra}/{tenantid}/v2.0`],
  ["by the id of the consumers' tenant", `${entra}/consumers/v2.0`, `${entra}/${other}/v2.0`],
  ["by the id of a tenant that was requested by name", `${entra}/contoso.com/v2.0`, `${entra}/${id}/v2.0`],
  ["of version 1.0", `${entra}/common`, "https://sts.windows.net/{tenantid}/"],
  ["in the cloud of the US government", `${usGovernment}/common/v2.0`, `${usGovernment}/{tenantid}/v2.0`],
  [
    "of Azure AD B2C with tfp",
    "https://a.b2clogin.com/tfp/a.onmicrosoft.com/B2C_1_x/v2.0",
    `https://a.b2clogin.com/tfp/${id}/b2c_1_x/v2.0/`,
  ],
  ["of External ID", "https://a.ciamlogin.com/a.com/v2.0", `https://${id}.ciamlogin.com/${id}/v2.0`],
])("an issuer is accepted: %s", (_situation, requested, issuer) => {
  expect(isAccepted(requested, issuer)).toBe(true);
});

it.each([
  ["as template elsewhere", "https://as.example.com/common/v2.0", "https://as.example.com/{tenantid}/v2.0"],
  ["as template on a similar host", `${entra}.evil.org/common/v2.0`, `${entra}.evil.org/{tenantid}/v2.0`],
  ["as template on another host than requested", `${entra}/common/v2.0`, "https://evil.org/{tenantid}/v2.0"],
  ["as template with a user name", `${entra}/common/v2.0`, "https://sts.windows.net@evil.org/{tenantid}/"],
  ["as template for one tenant", `${entra}/${id}/v2.0`, `${entra}/{tenantid}/v2.0`],
  ["as template for a named tenant", `${entra}/contoso.com/v2.0`, `${entra}/{tenantid}/v2.0`],
  ["of another tenant than requested", `${entra}/${id}/v2.0`, `${entra}/${other}/v2.0`],
  ["of a tenant by another name", `${entra}/contoso.com/v2.0`, `${entra}/fabrikam.com/v2.0`],
  ["of another B2C tenant", "https://a.b2clogin.com/a.com/v2.0", `https://b.b2clogin.com/${id}/v2.0/`],
  ["of another External ID", "https://a.ciamlogin.com/a/v2.0", `https://${other}.ciamlogin.com/${id}/v2.0`],
  ["over http", `${entra}/common/v2.0`, "http://login.microsoftonline.com/{tenantid}/v2.0"],
  ["without a tenant", `${entra}/common/v2.0`, `${entra}/`],
  ["with a query", `${entra}/common/v2.0`, `${entra}/{tenantid}/v2.0?x`],
])("an issuer is not accepted: %s", (_situation, requested, issuer) => {
  expect(isAccepted(requested, issuer)).toBe(false);
});

describe("version 2.0 is suggested", () => {
  it.each([
    [`${entra}/common`, `${entra}/common/v2.0`],
    [`${entra}/${id}/`, `${entra}/${id}/v2.0`],
    [`https://sts.windows.net/${id}`, `${entra}/${id}/v2.0`],
    ["https://login.windows.net/contoso.com", `${entra}/contoso.com/v2.0`],
    [entra, `${entra}/common/v2.0`],
  ])("for %s", (requested, suggested) => {
    expect(entraVersion2(new URL(requested))).toBe(suggested);
  });

  it.each([
    `${entra}/common/v2.0`,
    `${entra}/${id}/v2.0/`,
    `${entra}.evil.org/common`,
    "https://as.example.com/common",
  ])("not for %s", (requested) => {
    expect(entraVersion2(new URL(requested))).toBeUndefined();
  });
});

describe("a tenant template", () => {
  it("is recognized on the hosts of Microsoft only", () => {
    const templates = [`${entra}/{tenantid}/v2.0`, "https://sts.windows.net/{tenantid}/"];
    const others = [`${entra}.evil.org/{tenantid}/v2.0`, `${entra}/${id}/v2.0`];
    expect([...templates, ...others].map(isTenantTemplate)).toEqual([true, true, false, false]);
  });

  it.each([
    ["a tenant id", id, `${entra}/${id}/v2.0`],
    ["a tenant name", "contoso.com", `${entra}/{tenantid}/v2.0`],
    ["a number", 7, `${entra}/{tenantid}/v2.0`],
    ["nothing", undefined, `${entra}/{tenantid}/v2.0`],
  ])("is filled with an id only: %s", (_situation, tenant, issuer) => {
    expect(issuerOfTenant(`${entra}/{tenantid}/v2.0`, tenant)).toBe(issuer);
  });
});
