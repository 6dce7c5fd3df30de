// The token request of each grant type, and what its response becomes.

import { createFakeClock } from "@pictor/host/testing";
import { beforeEach, describe, expect, it } from "vitest";
import type { ProviderContext } from "../replies/send-to-provider.js";
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
import {
  authorizationCode,
  grantCalls,
  grantParameters,
  passwordFields,
  type GrantCall,
} from "../testing/grant-calls.js";
import { pollForDeviceToken } from "./device-grant.js";
import {
  authorizationCodeGrant,
  clientCredentialsGrant,
  passwordGrant,
  refreshTokenGrant,
} from "./grants.js";

const provider = await useFakeProvider();
beforeEach(() => provider.replyWith({ body: sent }));

const sent = { access_token: "t", token_type: "Bearer" };
const settingOf = (fields: Partial<Fields> = {}) =>
  settingWith({ tokenUrl: `${provider.url}/token?tenant=a`, ...fields });
const lastParameters = () => Object.fromEntries(formParametersOf(provider.received.at(-1)!));

const grants = Object.entries(grantCalls) as [keyof typeof grantCalls, GrantCall][];

describe.each(grants)("%s", (name, call) => {
  const parameters = grantParameters[name];
  const run = (fields?: Partial<Fields>, context = contextWith()) =>
    call(settingOf({ ...passwordFields, ...fields }), context);

  it("is one POST of a form, with no parameter in the URL", async () => {
    await run();
    expect(provider.received).toHaveLength(1);
    // The kernel, which this provider's context lacks, names Pictor.
    expect(JSON.stringify(provider.received)).not.toContain("oauth4webapi");
    const received = provider.received[0]!;
    expect([received.method, received.path]).toEqual(["POST", "/token?tenant=a"]);
    expect(received.headers).toMatchObject({
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
      accept: "application/json",
    });
    expect(received.headers).not.toHaveProperty("cookie");
    expect(lastParameters()).toEqual({ ...parameters, client_id: "my-client" });
    expect(formParametersOf(received)).toHaveLength(Object.keys(lastParameters()).length);
  });

  it("has audience, resources and extra parameters", async () => {
    await run({
      audience: "https://api.example",
      resource: ["https://a.example/", "urn:b", ""],
      tokenParameters: [
        { name: "x", value: "1" },
        { name: "x", value: "2" },
        { name: "empty", value: "" },
        { name: "", value: "nameless" },
      ],
    });
    const form = formParametersOf(provider.received[0]!);
    expect(form).toEqual(
      expect.arrayContaining([
        ["audience", "https://api.example"],
        ["resource", "https://a.example/"],
        ["resource", "urn:b"],
        ["x", "1"],
        ["x", "2"],
      ]),
    );
    expect(form.filter(([name, value]) => name === "" || value === "")).toEqual([]);
  });

  it("has extra headers, each once", async () => {
    await run({
      tokenHeaders: [
        { name: "Origin", value: "https://app.example" },
        { name: "ACCEPT", value: "text/x" },
        { name: "X-Empty", value: "" },
      ],
    });
    expect(provider.received[0]!.headers).toMatchObject({ origin: "https://app.example", accept: "text/x" });
    expect(provider.received[0]!.headers).not.toHaveProperty("x-empty");
  });

  it.each([
    ...["grant_type", "client_id", "code", "redirect_uri", "code_verifier", "refresh_token", "device_code"],
    ...["client_secret", "client_assertion", "client_assertion_type"],
  ])("accepts no extra parameter named %s", async (name) => {
    const error = await rejectionOf(() => run({ tokenParameters: [{ name, value: "CANARY" }] }));
    expect([error.code, error.details["where"]]).toEqual(["AUTH_SETTING_INVALID", "oauth2.tokenParameters"]);
    expect([error.message.includes("CANARY"), provider.received.length]).toEqual([false, 0]);
  });

  it.each(["Authorization", "content-type", "Content-Length", "host"])(
    "accepts no extra header named %s",
    async (name) => {
      const error = await rejectionOf(() => run({ tokenHeaders: [{ name, value: "CANARY" }] }));
      expect([error.code, error.details["where"]]).toEqual(["AUTH_SETTING_INVALID", "oauth2.tokenHeaders"]);
      expect([printed(error).includes("CANARY"), provider.received.length]).toEqual([false, 0]);
    },
  );

  it("is not sent over http to another machine", async () => {
    const error = await rejectionOf(() => run({ tokenUrl: "http://as.example/token" }));
    expect([error.code, error.details["field"]]).toEqual(["OAUTH_ENDPOINT_REFUSED", "tokenUrl"]);
  });

  it("is not repeated, whatever the reply is", async () => {
    for (const status of [302, 400, 401, 429, 500, 503]) {
      provider.replyWith({
        status,
        headers: { location: "/elsewhere", "retry-after": "0" },
        body: { error: "x" },
      });
      await run().catch(() => undefined);
    }
    expect(provider.received).toHaveLength(6);
  });
});

it("an authorization code is sent without a code verifier if PKCE is off", async () => {
  await authorizationCodeGrant(settingOf(), { ...authorizationCode, codeVerifier: undefined }, contextWith());
  expect(lastParameters()).toMatchObject({ code: authorizationCode.code });
  expect(provider.received[0]!.body).not.toContain("code_verifier");
});

describe("the scopes", () => {
  const scopes = "  a \t b\n";

  it("are sent for client credentials and password, separated by one space", async () => {
    await clientCredentialsGrant(settingOf({ scopes }), contextWith());
    expect(lastParameters()["scope"]).toBe("a b");
    await passwordGrant(settingOf({ scopes, username: "u" }), contextWith());
    expect(lastParameters()["scope"]).toBe("a b");
  });

  it("are not sent with an authorization code, a device code or a refresh token", async () => {
    await authorizationCodeGrant(settingOf({ scopes }), authorizationCode, contextWith());
    await pollForDeviceToken(settingOf({ scopes }), "d", contextWith());
    await refreshTokenGrant(settingOf({ scopes }), "r", contextWith());
    expect(provider.received.map(({ body }) => body.includes("scope"))).toEqual([false, false, false]);
  });
});

describe("a token response", () => {
  it("expires its lifetime after the request was sent", async () => {
    provider.replyWith({ body: { ...sent, expires_in: 90.5 } });
    const [clock, { send }] = [createFakeClock(nowMs), contextWith()];
    const slowSend: ProviderContext["send"] = async (request, options) => {
      await clock.advance(5_000);
      return send(request, options);
    };
    const response = await clientCredentialsGrant(settingOf(), contextWith({ clock, send: slowSend }));
    expect([response.requestedAtMs, response.expiresAtMs]).toEqual([nowMs, nowMs + 90_500]);
  });

  it("is read from the member that wrappedResponse names, and has no expiry if the provider sent none", async () => {
    provider.replyWith({ body: { data: sent } });
    const setting = settingOf({ wrappedResponse: "data" });
    const response = await clientCredentialsGrant(setting, contextWith());
    expect(response).toMatchObject({ accessToken: "t", expiresAtMs: null });
  });

  it("to a password notes that this grant type is deprecated", async () => {
    expect((await passwordGrant(settingOf({ username: "u" }), contextWith())).notes).toEqual([
      expect.stringMatching(/deprecated/),
    ]);
  });

  it("over http from another machine has a warning", async () => {
    const { send } = contextWith();
    const redirected: ProviderContext["send"] = (request, options) =>
      send({ ...request, url: provider.url }, options);
    const fields = { tokenUrl: "http://as.example/token", allowInsecure: true };
    const response = await clientCredentialsGrant(settingOf(fields), contextWith({ send: redirected }));
    expect(response.notes).toEqual([expect.stringMatching(/tokenUrl uses http/)]);
  });

  it.each(["a\r\nX-Admin: 1", "tökën", "\u007f"])(
    "with the token %j is unusable, and the error does not repeat the token",
    async (token) => {
      provider.replyWith({ body: { ...sent, access_token: `CANARY${token}` } });
      const error = await rejectionOf(() => clientCredentialsGrant(settingOf(), contextWith()));
      expect(error.code).toBe("OAUTH_TOKEN_UNUSABLE");
      expect(printed(error)).not.toContain("CANARY");
    },
  );
});

describe("an address of its own for refreshing", () => {
  it("gets the refresh, and nothing else", async () => {
    const setting = settingOf({ refreshUrl: ` ${provider.url}/refresh ` });
    await clientCredentialsGrant(setting, contextWith());
    await refreshTokenGrant(setting, "r", contextWith());
    expect(provider.received.map(({ path }) => path)).toEqual(["/token?tenant=a", "/refresh"]);
    expect(lastParameters()).toMatchObject({ refresh_token: "r", client_id: "my-client" });
  });

  it("is checked like every endpoint", async () => {
    const setting = settingOf({ refreshUrl: "http://id.example/refresh" });
    const error = await rejectionOf(() => refreshTokenGrant(setting, "r", contextWith()));
    expect([error.code, error.details["field"]]).toEqual(["OAUTH_ENDPOINT_REFUSED", "refreshUrl"]);
  });

  it("that only the response names is not used, and noted", async () => {
    const refreshUrl = `${provider.url}/refresh`;
    provider.replyWith({ body: { ...sent, refreshUrl } });
    expect((await clientCredentialsGrant(settingOf({ refreshUrl }), contextWith())).notes).toEqual([]);
    const { notes } = await clientCredentialsGrant(settingOf(), contextWith());
    expect(notes).toEqual([expect.stringMatching(/refreshing: http.*\/refresh\. Set refreshUrl/)]);
    await refreshTokenGrant(settingOf(), "r", contextWith());
    expect(provider.received.at(-1)?.path).toBe("/token?tenant=a");
  });
});

it("an ID token alone, whose nonce is not that of the sign-in, is refused", async () => {
  provider.replyWith({ body: { id_token: "e30.e30.", token_type: "Bearer" } });
  const setting = settingOf({ use: "id_token" });
  const code = { ...authorizationCode, nonce: "n" };
  const error = await rejectionOf(() => authorizationCodeGrant(setting, code, contextWith()));
  expect([error.code, error.message]).toEqual(["OAUTH_TOKEN_UNUSABLE", expect.stringContaining("nonce")]);
});
