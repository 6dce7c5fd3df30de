// Requests to a provider that accepts JSON only: every grant, device codes and revocations, and the form of a pushed request.

import { beforeEach, describe, expect, it } from "vitest";
import type { Fields, OAuthSetting } from "../setting.js";
import { contextWith, rejectionOf, settingWith, useFakeProvider } from "../testing/fake-provider.js";
import { grantCalls, grantParameters, passwordFields, type GrantCall } from "../testing/grant-calls.js";
import { requestDeviceAuthorization } from "./device-grant.js";
import { clientCredentialsGrant, passwordGrant } from "./grants.js";
import { jwtBearerGrant } from "./jwt-bearer.js";
import { pushAuthorization } from "./pushed-authorization.js";
import { revokeToken } from "./revoke.js";
import { tokenExchangeGrant } from "./token-exchange.js";

const provider = await useFakeProvider();
const issued = { access_token: "t", token_type: "Bearer" };
beforeEach(() => provider.replyWith({ body: issued }));

const settingOf = (fields: Partial<Fields> = {}) =>
  settingWith({
    tokenUrl: `${provider.url}/token`,
    deviceAuthorizationUrl: `${provider.url}/device`,
    revocationUrl: `${provider.url}/revoke`,
    pushedAuthorizationRequestUrl: `${provider.url}/par`,
    tokenRequestFormat: "json",
    ...fields,
  });
/** The members of the last request. */
function sent(): object {
  const { headers, body } = provider.received.at(-1)!;
  expect(headers["content-type"]).toBe("application/json");
  return JSON.parse(body) as object;
}

describe("a request in JSON", () => {
  it.each(Object.entries(grantCalls) as [keyof typeof grantCalls, GrantCall][])(
    "has the parameters of the grant %s as members",
    async (name, call) => {
      await call(settingOf(passwordFields), contextWith());
      expect(sent()).toEqual({ ...grantParameters[name], client_id: "my-client" });
    },
  );

  it.each<[string, (setting: OAuthSetting) => Promise<unknown>, object]>([
    ["exchanges a token", (setting) => tokenExchangeGrant(setting, contextWith()), { subject_token: "s" }],
    ["presents an assertion", (setting) => jwtBearerGrant(setting, contextWith()), { assertion: "a.b.c" }],
    ["asks for a device code", (setting) => requestDeviceAuthorization(setting, contextWith()), {}],
    [
      "revokes a token",
      (setting) => revokeToken(setting, "r", "access_token", contextWith()),
      { token: "r" },
    ],
  ])("%s", async (_what, call, members) => {
    const codes = { device_code: "d", user_code: "u", verification_uri: "https://as.example", expires_in: 9 };
    provider.replyWith({ body: { ...issued, ...codes } });
    await call(settingOf({ subjectToken: "s", assertion: "a.b.c" }));
    expect(sent()).toMatchObject({ ...members, client_id: "my-client" });
  });

  it("has a list for a parameter that occurs several times", async () => {
    const resource = ["https://a.example/", "https://b.example/"];
    await clientCredentialsGrant(settingOf({ resource }), contextWith());
    expect(sent()).toMatchObject({ resource, grant_type: "client_credentials" });
  });

  it.each(["basic", "post"] as const)("authenticates the client by %s", async (clientAuthentication) => {
    await clientCredentialsGrant(settingOf({ clientSecret: 'a"b', clientAuthentication }), contextWith());
    const { authorization } = provider.received[0]!.headers;
    expect([authorization, (sent() as { readonly client_secret?: string }).client_secret]).toEqual(
      clientAuthentication === "post" ? [undefined, 'a"b'] : [expect.stringMatching(/^Basic /), undefined],
    );
  });
});

it("a pushed authorization request is a form in any case", async () => {
  provider.replyWith({ status: 201, body: { request_uri: "urn:x", expires_in: 60 } });
  const setting = settingOf({ grantType: "authorization_code", pushAuthorizationRequest: true });
  await pushAuthorization(setting, new URLSearchParams({ state: "s" }), contextWith());
  const { headers, body } = provider.received[0]!;
  expect([headers["content-type"], body]).toEqual([
    "application/x-www-form-urlencoded;charset=UTF-8",
    "state=s&client_id=my-client",
  ]);
});

it.each(["form", "json"] as const)(
  "an error does not show a secret that the provider repeats as it stands in the JSON after a request in the format %s",
  async (tokenRequestFormat) => {
    provider.replyWith((request, response) => {
      const body = { error: "x", error_description: `got {"password":"CANARY\\"a\\n","x":${request.body}` };
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    const setting = settingOf({ tokenRequestFormat, username: "u", password: 'CANARY"a\n' });
    const error = await rejectionOf(() => passwordGrant(setting, contextWith()));
    expect([error.code, error.message.includes("CANARY")]).toEqual(["OAUTH_REFUSED", false]);
  },
);
