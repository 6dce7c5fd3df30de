// Pushed authorization requests: what is sent, replies that cannot be used, and secrets that a provider repeats.

import { describe, expect, it } from "vitest";
import {
  authorizationUrl,
  loggableAuthorizationUrl,
  pushedParameters,
} from "../authorize/authorization-url.js";
import { missingFields, type Fields } from "../setting.js";
import {
  contextWith,
  formParametersOf,
  rejectionOf,
  settingWith,
  useFakeProvider,
} from "../testing/fake-provider.js";
import { pushAuthorization } from "./pushed-authorization.js";

const provider = await useFakeProvider();
const requestUri = "urn:ietf:params:oauth:request_uri:abc";
const settingOf = (fields: Partial<Fields> = {}) =>
  settingWith({
    grantType: "authorization_code",
    pushAuthorizationRequest: true,
    pushedAuthorizationRequestUrl: `${provider.url}/par`,
    clientSecret: "CANARY-secret",
    ...fields,
  });
const parameters = () => new URLSearchParams({ response_type: "code", state: "CANARY-state" });
const push = (fields?: Partial<Fields>) => pushAuthorization(settingOf(fields), parameters(), contextWith());

describe("a pushed request", () => {
  it("carries the parameters and the authentication of the client", async () => {
    provider.replyWith({ status: 201, body: { request_uri: requestUri, expires_in: 60 } });
    expect(await push({ clientAuthentication: "post" })).toEqual({ requestUri, notes: [] });
    expect(Object.fromEntries(formParametersOf(provider.received[0]!))).toEqual({
      response_type: "code",
      state: "CANARY-state",
      client_id: "my-client",
      client_secret: "CANARY-secret",
    });
  });

  it("leaves a reference to the browser, which does not replace other parameters and is not logged", () => {
    const hostile = "urn:x&redirect_uri=https://evil.example&scope=all#";
    const url = authorizationUrl("https://as.example/a?tenant=1", pushedParameters(settingOf(), hostile));
    expect([...new URL(url).searchParams]).toEqual([
      ["tenant", "1"],
      ["client_id", "my-client"],
      ["request_uri", hostile],
    ]);
    expect(loggableAuthorizationUrl(url)).toBe("https://as.example/a?tenant=1&client_id=my-client");
  });

  it.each<[string, object]>([
    ["no reference", { expires_in: 60 }],
    ["a reference that is no text", { request_uri: 5, expires_in: 60 }],
    ["a reference with a line break", { request_uri: `${requestUri}\n` }],
    ["a reference without end", { request_uri: "x".repeat(2_001) }],
  ])("fails for a reply with %s", async (_situation, body) => {
    provider.replyWith({ status: 201, body });
    expect((await rejectionOf(push)).code).toBe("OAUTH_RESPONSE_INVALID");
  });

  it("does not refer to another pushed request", async () => {
    const error = await rejectionOf(() =>
      pushAuthorization(settingOf(), new URLSearchParams({ request_uri: requestUri }), contextWith()),
    );
    expect(error.code).toBe("AUTH_SETTING_INVALID");
    expect(provider.received).toEqual([]);
  });
});

it("the setting requires the endpoint, for this grant only", () => {
  const fields = { pushedAuthorizationRequestUrl: " ", authorizationUrl: "https://a", tokenUrl: "https://t" };
  expect(missingFields(settingOf(fields))).toEqual(["pushedAuthorizationRequestUrl"]);
  expect(missingFields(settingOf({ ...fields, grantType: "client_credentials" }))).toEqual([]);
});
