// What must be right in a callback before its code goes anywhere.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import { exchangeCode } from "./exchange-code.js";
import { failure, fakeProvider, formOf, printed, setting, testWire } from "./wire.test.support.js";
import type { FakeProvider } from "./wire.test.support.js";

let provider: FakeProvider;
beforeAll(async () => {
  provider = await fakeProvider();
  provider.answer({ body: { access_token: "t", token_type: "Bearer" } });
});
afterAll(() => provider.close());
beforeEach(() => {
  (provider.seen as unknown[]).length = 0;
});

const exchange = (
  callback: string,
  fields: Partial<Fields> = {},
  verifier: string | undefined = "v".repeat(43),
) =>
  exchangeCode(
    setting({ tokenUrl: `${provider.url}/token`, authorizationUrl: "https://as.example/auth", ...fields }),
    {
      parameters: new URLSearchParams(callback),
      redirectUri: "http://localhost:1/cb",
      verifier,
      state: "the-state",
      nonce: undefined,
    },
    testWire(),
  );

describe("goes on", () => {
  it.each<[string, string, Partial<Fields>]>([
    ["with code and state", "code=CODE&state=the-state", {}],
    [
      "with the issuer that is known",
      "code=CODE&state=the-state&iss=https://as.example/x",
      { issuer: "https://as.example/x" },
    ],
    ["without an issuer though it is known", "code=CODE&state=the-state", { issuer: "https://as.example/x" }],
    [
      "with an issuer of the authorization URL's origin while none is known",
      "code=CODE&state=the-state&iss=https://as.example/x",
      {},
    ],
    [
      "with a tenant of Microsoft's template",
      "code=CODE&state=the-state&iss=https://login.microsoftonline.com/00000000-0000-4000-8000-000000000000/v2.0",
      { issuer: "https://login.microsoftonline.com/{tenantid}/v2.0" },
    ],
    ["with parameters of extensions", "code=CODE&state=the-state&session_state=x&scope=a", {}],
  ])("%s", async (_situation, callback, fields) => {
    await exchange(callback, fields);
    expect(Object.fromEntries(formOf(provider.seen[0]!))["code"]).toBe("CODE");
  });

  it("without a proof key when that is off", async () => {
    const parameters = new URLSearchParams("code=CODE&state=s");
    const code = {
      parameters,
      redirectUri: "http://localhost:1/cb",
      verifier: undefined,
      state: "s",
      nonce: undefined,
    };
    await exchangeCode(setting({ tokenUrl: `${provider.url}/token` }), code, testWire());
    expect(provider.seen[0]!.body).not.toContain("code_verifier");
  });
});

describe("stops, having sent nothing,", () => {
  it.each<[string, string, string, Partial<Fields>]>([
    ["without a state", "code=CANARY", "OAUTH_CALLBACK_INVALID", {}],
    ["with another state", "code=CANARY&state=other-CANARY", "OAUTH_CALLBACK_INVALID", {}],
    ["with two states", "code=CANARY&state=the-state&state=the-state", "OAUTH_CALLBACK_INVALID", {}],
    ["without a code", "state=the-state", "OAUTH_CALLBACK_INVALID", {}],
    ["with an empty code", "code=&state=the-state", "OAUTH_CALLBACK_INVALID", {}],
    ["with two codes", "code=CANARY&code=CANARY&state=the-state", "OAUTH_CALLBACK_INVALID", {}],
    [
      "with an error",
      "error=access_denied&error_description=CANARY&state=the-state",
      "OAUTH_CALLBACK_INVALID",
      {},
    ],
    ["with an implicit answer", "code=CANARY&id_token=CANARY&state=the-state", "OAUTH_CALLBACK_INVALID", {}],
    [
      "with another issuer",
      "code=CANARY&state=the-state&iss=https://evil.example",
      "OAUTH_ISSUER_MISMATCH",
      { issuer: "https://as.example" },
    ],
    [
      "with an issuer that only begins alike",
      "code=CANARY&state=the-state&iss=https://as.example.evil",
      "OAUTH_ISSUER_MISMATCH",
      { issuer: "https://as.example" },
    ],
    [
      "with an issuer of another origin while none is known",
      "code=CANARY&state=the-state&iss=https://evil.example/x",
      "OAUTH_ISSUER_MISMATCH",
      {},
    ],
    [
      "with an issuer that is no address",
      "code=CANARY&state=the-state&iss=evil",
      "OAUTH_ISSUER_MISMATCH",
      {},
    ],
    [
      "with two issuers",
      "code=CANARY&state=the-state&iss=https://as.example&iss=https://evil.example",
      "OAUTH_CALLBACK_INVALID",
      {},
    ],
    [
      "with a tenant of a template that is not Microsoft's",
      "code=CANARY&state=the-state&iss=https://as.example/00000000-0000-4000-8000-000000000000/",
      "OAUTH_ISSUER_MISMATCH",
      { issuer: "https://as.example/{tenantid}/" },
    ],
  ])("%s", async (_situation, callback, errorCode, fields) => {
    const error = await failure(() => exchange(callback, fields));
    expect(error.code).toBe(errorCode);
    expect(provider.seen).toEqual([]);
    expect(printed(error)).not.toContain("CANARY");
  });
});
