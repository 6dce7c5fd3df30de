// The two requests of the device authorization grant, and every reply of a provider to them.

import { beforeEach, describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import {
  contextWith,
  formParametersOf,
  nowMs,
  printed,
  rejectionOf,
  settingWith,
  useFakeProvider,
} from "../testing/fake-provider.js";
import type { ScriptedReply } from "../testing/fake-provider.js";
import { pollForDeviceToken, requestDeviceAuthorization } from "./device-grant.js";

const provider = await useFakeProvider();

const deviceSetting = (fields: Partial<Fields> = {}) =>
  settingWith({
    grantType: "device_code",
    tokenUrl: `${provider.url}/token`,
    deviceAuthorizationUrl: `${provider.url}/device`,
    ...fields,
  });
const authorization = {
  device_code: "CANARY",
  user_code: "ABCD-EFGH",
  verification_uri: "https://as.example/device",
  verification_uri_complete: "https://as.example/device?user_code=ABCD-EFGH",
  expires_in: 600,
  interval: 7,
};

describe("a device authorization request", () => {
  beforeEach(() => provider.replyWith({ body: authorization }));

  it("has the client, the scopes and the extra parameters of an authorization request", async () => {
    await requestDeviceAuthorization(
      deviceSetting({
        scopes: "openid  a",
        audience: "https://api.example",
        authorizationParameters: [{ name: "acr_values", value: "x" }],
        tokenParameters: [{ name: "only-for-tokens", value: "x" }],
      }),
      contextWith(),
    );
    expect(Object.fromEntries(formParametersOf(provider.received[0]!))).toEqual({
      client_id: "my-client",
      scope: "openid a",
      audience: "https://api.example",
      acr_values: "x",
    });
  });

  it("settles with the codes, the verification URIs and their expiry", async () => {
    expect(await requestDeviceAuthorization(deviceSetting(), contextWith())).toEqual({
      deviceCode: "CANARY",
      userCode: "ABCD-EFGH",
      verificationUri: "https://as.example/device",
      verificationUriComplete: "https://as.example/device?user_code=ABCD-EFGH",
      expiresAtMs: nowMs + 600_000,
      intervalS: 7,
      notes: [],
    });
  });

  it("rejects without a device authorization endpoint", async () => {
    const setting = deviceSetting({ deviceAuthorizationUrl: "" });
    const error = await rejectionOf(() => requestDeviceAuthorization(setting, contextWith()));
    expect([error.code, error.details["field"]]).toEqual([
      "OAUTH_ENDPOINT_REFUSED",
      "deviceAuthorizationUrl",
    ]);
  });
});

describe("a poll", () => {
  const poll = (scripted: ScriptedReply, fields: Partial<Fields> = {}) => {
    provider.replyWith(scripted);
    return pollForDeviceToken(deviceSetting(fields), "CANARY", contextWith());
  };
  const errorReply = (error: string, status = 400, more = {}) => ({ status, body: { error, ...more } });
  const issued = { access_token: "t", token_type: "Bearer" };
  const [isPending, noResponse] = [{ kind: "pending" }, { kind: "no-response", retryAfterS: undefined }];

  it("settles with a token", async () => {
    expect(await poll({ body: issued })).toMatchObject({ kind: "token", response: { accessToken: "t" } });
  });

  it.each<[string, ScriptedReply, object]>([
    ["authorization_pending", errorReply("authorization_pending"), isPending],
    ["authorization_pending with status 200 (GitHub)", errorReply("authorization_pending", 200), isPending],
    ["slow_down", errorReply("slow_down"), { kind: "slow-down", retryAfterS: undefined }],
    [
      "slow_down with Retry-After",
      { ...errorReply("slow_down", 429), headers: { "retry-after": "30" } },
      { kind: "slow-down", retryAfterS: 30 },
    ],
    ["expired_token", errorReply("expired_token"), { kind: "expired" }],
    ["status 503", { status: 503, body: "<html>" }, noResponse],
    [
      "status 429 with Retry-After",
      { status: 429, headers: { "retry-after": "9" } },
      { ...noResponse, retryAfterS: 9 },
    ],
    ["a broken connection", (_request, response) => response.destroy(), noResponse],
  ])("settles after %s", async (_situation, scripted, result) => {
    expect(await poll(scripted)).toEqual(result);
  });

  it.each<[string, ScriptedReply, string]>([
    ["access_denied", errorReply("access_denied"), "OAUTH_DENIED"],
    ["access_denied with status 429", errorReply("access_denied", 429), "OAUTH_DENIED"],
    ["invalid_client", errorReply("invalid_client", 401), "OAUTH_REFUSED"],
    ["a token that cannot be used", { body: { ...issued, access_token: "a\nb" } }, "OAUTH_TOKEN_UNUSABLE"],
  ])("rejects after %s", async (_situation, scripted, code) => {
    const error = await rejectionOf(() => poll(scripted));
    expect(error.code).toBe(code);
    expect(printed(error)).not.toContain("CANARY");
  });

  it.each([
    ["the provider's description", { error_description: "not\u001b[31m you" }, "", " (not you)"],
    ["a common cause, if no scope was requested", {}, "", expect.stringContaining("set scopes")],
    ["nothing, if a scope was requested", {}, "openid", ""],
  ])("after access_denied the error adds %s", async (_situation, more, scopes, description) => {
    const error = await rejectionOf(() => poll(errorReply("access_denied", 400, more), { scopes }));
    expect(error.details["description"]).toEqual(description);
  });
});
