// The device flow's two requests against a provider that says all that one can say.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import { pollDevice, requestDeviceCode } from "./device.js";
import { failure, fakeProvider, formOf, nowMs, printed, setting, testWire } from "./wire.test.support.js";
import type { FakeProvider, Scripted } from "./wire.test.support.js";

let provider: FakeProvider;
beforeAll(async () => {
  provider = await fakeProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  (provider.seen as unknown[]).length = 0;
});

const own = (fields: Partial<Fields> = {}) =>
  setting({
    grantType: "device_code",
    tokenUrl: `${provider.url}/token`,
    deviceAuthorizationUrl: `${provider.url}/device`,
    ...fields,
  });
const good = {
  device_code: "CANARY",
  user_code: "ABCD-EFGH",
  verification_uri: "https://as.example/device",
  verification_uri_complete: "https://as.example/device?user_code=ABCD-EFGH",
  expires_in: 600,
  interval: 7,
};

describe("the request for a code", () => {
  beforeEach(() => {
    provider.answer({ body: good });
  });

  it("names client and scopes, and what an authorization request carries besides", async () => {
    await requestDeviceCode(
      own({
        scopes: "openid  a",
        audience: "https://api.example",
        authorizationParameters: [{ name: "acr_values", value: "x" }],
        tokenParameters: [{ name: "only-for-tokens", value: "x" }],
      }),
      testWire(),
    );
    expect(Object.fromEntries(formOf(provider.seen[0]!))).toEqual({
      client_id: "my-client",
      scope: "openid a",
      audience: "https://api.example",
      acr_values: "x",
    });
  });

  it("shows a confidential client", async () => {
    await requestDeviceCode(own({ clientSecret: "s" }), testWire());
    expect(provider.seen[0]!.headers.authorization).toMatch(/^Basic /);
    expect(provider.seen[0]!.body).not.toContain("client_secret");
  });

  it("settles with what the person needs", async () => {
    expect(await requestDeviceCode(own(), testWire())).toEqual({
      deviceCode: "CANARY",
      userCode: "ABCD-EFGH",
      verificationUri: "https://as.example/device",
      verificationUriComplete: "https://as.example/device?user_code=ABCD-EFGH",
      expiresAtMs: nowMs + 600_000,
      intervalS: 7,
      notes: [],
    });
  });

  it.each(["device_code", "user_code", "verification_uri", "expires_in"])(
    "fails without %s",
    async (name) => {
      provider.answer({ body: { ...good, [name]: undefined } });
      const error = await failure(() => requestDeviceCode(own(), testWire()));
      expect(error.code).toBe("OAUTH_RESPONSE_INVALID");
      expect(error.details["problem"]).toContain(`"${name}"`);
      expect(printed(error)).not.toContain("CANARY");
    },
  );

  it("fails with the provider's own code", async () => {
    provider.answer({ status: 400, body: { error: "invalid_scope" } });
    const error = await failure(() => requestDeviceCode(own(), testWire()));
    expect([error.code, error.details["error"]]).toEqual(["OAUTH_REFUSED", "invalid_scope"]);
  });

  it("fails at a provider that has no such endpoint", async () => {
    const error = await failure(() => requestDeviceCode(own({ deviceAuthorizationUrl: "" }), testWire()));
    expect([error.code, error.details["field"]]).toEqual([
      "OAUTH_ENDPOINT_REFUSED",
      "deviceAuthorizationUrl",
    ]);
  });
});

describe("a poll answered with", () => {
  const poll = (scripted: Scripted) => {
    provider.answer(scripted);
    return pollDevice(own(), "CANARY", testWire());
  };
  const no = (error: string, over: object = {}) => ({ status: 400, body: { error, ...over } });

  it("a token ends with it", async () => {
    const body = { access_token: "t", token_type: "Bearer" };
    expect(await poll({ body })).toMatchObject({ kind: "token", answer: { accessToken: "t" } });
  });

  it.each<[string, Scripted, object]>([
    ["authorization_pending", no("authorization_pending"), { kind: "pending" }],
    [
      "authorization_pending and status 200, as GitHub has it",
      { body: { error: "authorization_pending" } },
      { kind: "pending" },
    ],
    [
      "authorization_pending and status 428, as Google has it",
      { status: 428, body: { error: "authorization_pending" } },
      { kind: "pending" },
    ],
    ["slow_down", no("slow_down"), { kind: "slow-down", retryAfterS: undefined }],
    [
      "slow_down and a time",
      { ...no("slow_down"), status: 429, headers: { "retry-after": "30" } },
      { kind: "slow-down", retryAfterS: 30 },
    ],
    [
      "access_denied, without a scope",
      no("access_denied"),
      { kind: "denied", description: expect.stringMatching(/set scopes$/) },
    ],
    [
      "access_denied and why",
      no("access_denied", { error_description: "not\u001b[31m you" }),
      { kind: "denied", description: " (not you)" },
    ],
    ["expired_token", no("expired_token"), { kind: "expired" }],
    ["status 503", { status: 503, body: "<html>" }, { kind: "no-answer", retryAfterS: undefined }],
    [
      "status 429 and a time",
      { status: 429, headers: { "retry-after": "9" }, body: "" },
      { kind: "no-answer", retryAfterS: 9 },
    ],
    [
      "a broken connection",
      (_seen, response) => response.destroy(),
      { kind: "no-answer", retryAfterS: undefined },
    ],
  ])("%s goes on accordingly", async (_situation, scripted, result) => {
    expect(await poll(scripted)).toEqual(result);
  });

  it.each<[string, Scripted, string]>([
    ["invalid_grant", no("invalid_grant"), "OAUTH_REFUSED"],
    ["invalid_client", { status: 401, body: { error: "invalid_client" } }, "OAUTH_REFUSED"],
    ["a code that nobody knows", no("x_custom"), "OAUTH_REFUSED"],
    ["a page", { body: "<html>" }, "OAUTH_RESPONSE_INVALID"],
    [
      "a redirect",
      { status: 302, headers: { location: "https://elsewhere.example" } },
      "OAUTH_RESPONSE_INVALID",
    ],
    [
      "a token that cannot be used",
      { body: { access_token: "a\nb", token_type: "Bearer" } },
      "OAUTH_TOKEN_UNUSABLE",
    ],
  ])("%s ends the flow at once", async (_situation, scripted, code) => {
    const error = await failure(() => poll(scripted));
    expect(error.code).toBe(code);
    expect(printed(error)).not.toContain("CANARY");
  });

  it("a cancel rejects with its reason", async () => {
    const reason = new Error("enough");
    const wire = testWire({ signal: AbortSignal.abort(reason) });
    await expect(pollDevice(own(), "d", wire)).rejects.toBe(reason);
  });
});
