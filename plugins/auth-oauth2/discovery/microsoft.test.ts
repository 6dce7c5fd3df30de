// Which issuers Microsoft may answer with, and when its version 1.0 is pointed out.

import { describe, expect, it } from "vitest";
import { entraVersion2, isMicrosoftIssuer } from "./microsoft.js";

const id = "72f988bf-86f1-41af-91ab-2d7cd011db47";
const other = "9188040d-6c67-4c5b-b112-36a304b66dad";
const entra = "https://login.microsoftonline.com";

const isAccepted = (asked: string, found: string): boolean => isMicrosoftIssuer(found, new URL(asked));

describe("an issuer is accepted", () => {
  it.each([
    ["as template for all tenants", `${entra}/common/v2.0`, `${entra}/{tenantid}/v2.0`],
    ["as template for all organizations", `${entra}/organizations/v2.0`, `${entra}/{tenantid}/v2.0`],
    ["by the id of the consumers' tenant", `${entra}/consumers/v2.0`, `${entra}/${other}/v2.0`],
    [
      "by the id of a tenant asked for by name",
      `${entra}/contoso.onmicrosoft.com/v2.0`,
      `${entra}/${id}/v2.0`,
    ],
    ["of version 1.0", `${entra}/common`, "https://sts.windows.net/{tenantid}/"],
    ["of version 1.0, by id", `${entra}/${id}`, `https://sts.windows.net/${id}/`],
    [
      "in the cloud of the US government",
      "https://login.microsoftonline.us/common/v2.0",
      "https://login.microsoftonline.us/{tenantid}/v2.0",
    ],
    [
      "of Azure AD B2C",
      "https://a.b2clogin.com/a.onmicrosoft.com/B2C_1_x/v2.0",
      `https://a.b2clogin.com/${id}/v2.0/`,
    ],
    [
      "of Azure AD B2C with tfp",
      "https://a.b2clogin.com/tfp/a.onmicrosoft.com/B2C_1_x/v2.0",
      `https://a.b2clogin.com/tfp/${id}/b2c_1_x/v2.0/`,
    ],
    [
      "of External ID",
      "https://a.ciamlogin.com/a.onmicrosoft.com/v2.0",
      `https://${id}.ciamlogin.com/${id}/v2.0`,
    ],
  ])("%s", (_situation, asked, found) => {
    expect(isAccepted(asked, found)).toBe(true);
  });
});

describe("an issuer is refused", () => {
  it.each([
    ["as template elsewhere", "https://as.example.com/common/v2.0", "https://as.example.com/{tenantid}/v2.0"],
    ["as template of a look-alike", `${entra}.evil.org/common/v2.0`, `${entra}.evil.org/{tenantid}/v2.0`],
    ["as template that leads elsewhere", `${entra}/common/v2.0`, "https://evil.org/{tenantid}/v2.0"],
    ["as template with a user name", `${entra}/common/v2.0`, "https://sts.windows.net@evil.org/{tenantid}/"],
    ["as template for one tenant", `${entra}/${id}/v2.0`, `${entra}/{tenantid}/v2.0`],
    ["as template for a named tenant", `${entra}/contoso.com/v2.0`, `${entra}/{tenantid}/v2.0`],
    ["of another tenant than the one asked for", `${entra}/${id}/v2.0`, `${entra}/${other}/v2.0`],
    ["of a tenant by another name", `${entra}/contoso.com/v2.0`, `${entra}/fabrikam.com/v2.0`],
    [
      "of another B2C tenant",
      "https://a.b2clogin.com/a.onmicrosoft.com/v2.0",
      `https://b.b2clogin.com/${id}/v2.0/`,
    ],
    [
      "of another External ID tenant",
      "https://a.ciamlogin.com/a/v2.0",
      `https://${other}.ciamlogin.com/${id}/v2.0`,
    ],
    ["over http", `${entra}/common/v2.0`, "http://login.microsoftonline.com/{tenantid}/v2.0"],
    ["without a tenant", `${entra}/common/v2.0`, `${entra}/`],
    ["with a query", `${entra}/common/v2.0`, `${entra}/{tenantid}/v2.0?x`],
  ])("%s", (_situation, asked, found) => {
    expect(isAccepted(asked, found)).toBe(false);
  });
});

describe("version 2.0 is suggested", () => {
  it.each([
    [`${entra}/common`, `${entra}/common/v2.0`],
    [`${entra}/${id}/`, `${entra}/${id}/v2.0`],
    [`https://sts.windows.net/${id}`, `${entra}/${id}/v2.0`],
    ["https://login.windows.net/contoso.com", `${entra}/contoso.com/v2.0`],
    [entra, `${entra}/common/v2.0`],
  ])("for %s", (asked, suggested) => {
    expect(entraVersion2(new URL(asked))).toBe(suggested);
  });

  it.each([
    `${entra}/common/v2.0`,
    `${entra}/${id}/v2.0/`,
    `${entra}.evil.org/common`,
    "https://as.example.com/common",
  ])("not for %s", (asked) => {
    expect(entraVersion2(new URL(asked))).toBeUndefined();
  });
});
