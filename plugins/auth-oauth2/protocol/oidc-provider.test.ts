// Every grant against a real OpenID provider, over HTTP, with a person who signs in.

import { createHash, randomBytes } from "node:crypto";
import { createFakeClock } from "@pictor/kernel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import {
  clientCredentials,
  exchangeCode,
  kindOfFailure,
  password,
  pollDevice,
  refresh,
  requestDeviceCode,
  revoke,
} from "./grants.js";
import { decodedClaims } from "./id-token.js";
import { account, clients, privateKeyPem, startProvider } from "./oidc-provider.test.support.js";
import type { TestProvider } from "./oidc-provider.test.support.js";
import type { TokenAnswer } from "./types.js";
import { failure, setting, testWire } from "./wire.test.support.js";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

// The provider reads the system's clock.
const wire = testWire({ clock: createFakeClock(Date.now()) });
const of = (client: Partial<Fields>, fields: Partial<Fields> = {}) =>
  setting({ ...provider.endpoints, ...client, ...fields });
const random = () => randomBytes(32).toString("base64url");

/** The authorization request and the callback, as the rest of the plugin makes them. */
async function signIn(client: Partial<Fields>, redirectUri: string, scope: string) {
  const [state, nonce, verifier] = [random(), random(), random()];
  const query = new URLSearchParams({
    client_id: client.clientId ?? "",
    response_type: "code",
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const callback = await provider.authorize(`${provider.endpoints.authorizationUrl}?${query.toString()}`);
  return { parameters: new URL(callback).searchParams, redirectUri, verifier, state, nonce };
}
const scopes = "openid api:read";
const newToken = async (): Promise<TokenAnswer> => {
  const code = await signIn(clients.application, "http://localhost:17823/callback", scopes);
  return exchangeCode(of(clients.application, { scopes }), code, wire);
};

describe("client credentials", () => {
  it.each<[string, Partial<Fields>]>([
    ["Basic, form-encoded", clients.service],
    [
      "Basic, as announced",
      { ...clients.service, clientAuthenticationMethods: "client_secret_post client_secret_basic" },
    ],
    ["in the body", { ...clients.poster, clientAuthentication: "post" }],
    [
      "an assertion with a key",
      { ...clients.assertions, privateKey: privateKeyPem, clientAuthentication: "private_key_jwt" },
    ],
    [
      "an assertion with a key, as announced",
      { ...clients.assertions, privateKey: privateKeyPem, clientAuthenticationMethods: "private_key_jwt" },
    ],
    [
      "an assertion for the token URL, no issuer being known",
      {
        ...clients.assertions,
        issuer: "",
        privateKey: privateKeyPem,
        clientAuthentication: "private_key_jwt",
      },
    ],
    ["an assertion with the secret", { ...clients.hashed, clientAuthentication: "client_secret_jwt" }],
  ])("%s", async (_situation, client) => {
    const answer = await clientCredentials(of(client, { scopes: "api:read" }), wire);
    expect(answer).toMatchObject({
      tokenType: "Bearer",
      scope: "api:read",
      refreshToken: undefined,
      notes: [],
    });
    expect(answer.expiresAtMs).toBe(answer.requestedAtMs + 3_600_000);
    expect(await provider.isActive(answer.accessToken)).toBe(true);
  });

  it("for a resource", async () => {
    const resource = ["https://api.example/"];
    const answer = await clientCredentials(of(clients.service, { scopes: "api:read", resource }), wire);
    expect(decodedClaims(answer.accessToken)).toMatchObject({ aud: "https://api.example/" });
  });

  it.each<[string, Partial<Fields>, string, RegExp]>([
    ["a wrong secret", { ...clients.service, clientSecret: "wr%ng" }, "invalid_client", /basic-raw/],
    [
      "raw Basic, where decoding is right",
      { ...clients.service, clientAuthentication: "basic-raw" },
      "invalid_request",
      /extra parameters/,
    ],
    [
      "two resources at once",
      { ...clients.service, resource: ["https://a.example/", "https://b.example/"] },
      "invalid_target",
      /audience and resource/,
    ],
    ["a grant that is not the client's", clients.application, "invalid_request", /client authentication/],
  ])("refused for %s", async (_situation, client, code, advice) => {
    const error = await failure(() => clientCredentials(of(client), wire));
    expect([error.code, error.details["error"], error.hint]).toEqual([
      "OAUTH_REFUSED",
      code,
      expect.stringMatching(advice),
    ]);
  });
});

describe("password", () => {
  it("with blanks, percent signs and letters beyond ASCII", async () => {
    const answer = await password(of(clients.service, { ...account, scopes: "api:read" }), wire);
    expect(await provider.isActive(answer.accessToken)).toBe(true);
    expect(answer.notes).toEqual([expect.stringMatching(/deprecated/)]);
  });

  it("refused when it is trimmed", async () => {
    const trimmed = { ...account, password: account.password.trim() };
    const error = await failure(() => password(of(clients.service, trimmed), wire));
    expect(kindOfFailure(error)).toBe("invalid-grant");
  });
});

describe("authorization code", () => {
  it.each(["http://localhost:17823/callback", "http://127.0.0.1:40404/callback", "http://[::1]:1234/other"])(
    "with PKCE over %s, its ID token verified",
    async (redirectUri) => {
      const code = await signIn(clients.application, redirectUri, scopes);
      const answer = await exchangeCode(of(clients.application, { scopes }), code, wire);
      expect(answer).toMatchObject({ scope: scopes, notes: [] });
      expect(decodedClaims(answer.idToken ?? "")).toMatchObject({ sub: "alice", nonce: code.nonce });
      expect(await provider.isActive(answer.accessToken)).toBe(true);
    },
  );

  it("for a confidential client", async () => {
    const code = await signIn(clients.service, "http://127.0.0.1:17823/callback", scopes);
    const answer = await exchangeCode(of(clients.service, { scopes }), code, wire);
    expect(await provider.isActive(answer.accessToken)).toBe(true);
  });

  it("whose ID token is another sign-in's", async () => {
    const code = await signIn(clients.application, "http://localhost:1/callback", scopes);
    const answer = await exchangeCode(of(clients.application), { ...code, nonce: "other" }, wire);
    expect([answer.idToken, answer.notes]).toEqual([undefined, [expect.stringMatching(/nonce/)]]);
    expect(await provider.isActive(answer.accessToken)).toBe(true);
  });

  it("with the proof of another flow, refused", async () => {
    const code = await signIn(clients.application, "http://localhost:1/callback", scopes);
    const error = await failure(() =>
      exchangeCode(of(clients.application), { ...code, verifier: random() }, wire),
    );
    expect(error.details["error"]).toBe("invalid_grant");
  });

  it("denied by the person, is nothing to exchange", async () => {
    const url = `${provider.endpoints.authorizationUrl}?${new URLSearchParams({
      client_id: clients.application.clientId,
      response_type: "code",
      redirect_uri: "http://localhost:1/callback",
      scope: "openid",
      code_challenge: createHash("sha256").update("v").digest("base64url"),
      code_challenge_method: "S256",
    }).toString()}`;
    const callback = new URL(await provider.authorize(url, { denies: true }));
    expect(callback.searchParams.get("error")).toBe("access_denied");
  });
});

describe("refresh", () => {
  it("rotates", async () => {
    const first = await newToken();
    const second = await refresh(of(clients.application), first.refreshToken ?? "", undefined, wire);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect([second.accessToken === first.accessToken, second.scope, second.notes]).toEqual([
      false,
      scopes,
      [],
    ]);
    expect(await provider.isActive(second.accessToken)).toBe(true);
  });

  it("a second time with the same one ends all of them", async () => {
    const first = await newToken();
    const second = await refresh(of(clients.application), first.refreshToken ?? "", undefined, wire);
    const error = await failure(() =>
      refresh(of(clients.application), first.refreshToken ?? "", undefined, wire),
    );
    expect(kindOfFailure(error)).toBe("invalid-grant");
    expect(await provider.isActive(second.accessToken)).toBe(false);
  });

  it("for fewer scopes", async () => {
    const first = await newToken();
    const second = await refresh(of(clients.application), first.refreshToken ?? "", "openid", wire);
    expect(second.scope).toBe("openid");
  });

  it("at a provider that is overloaded leaves the token good", async () => {
    const first = await newToken();
    provider.interfere("/token", (_request, response) =>
      response.writeHead(503, { "retry-after": "7" }).end("busy"),
    );
    const error = await failure(() =>
      refresh(of(clients.application), first.refreshToken ?? "", undefined, wire),
    );
    expect(kindOfFailure(error)).toBe("temporary");
    await refresh(of(clients.application), first.refreshToken ?? "", undefined, wire);
  });
});

describe("device code", () => {
  const own = () => of(clients.application, { grantType: "device_code", scopes });

  it("confirmed by the person", async () => {
    const device = await requestDeviceCode(own(), wire);
    expect(device).toMatchObject({ intervalS: 5, notes: [] });
    expect(device.verificationUriComplete).toContain(device.userCode);
    expect(await pollDevice(own(), device.deviceCode, wire)).toEqual({ kind: "pending" });
    await provider.approveDevice(device.userCode);
    const poll = await pollDevice(own(), device.deviceCode, wire);
    expect(poll).toMatchObject({ kind: "token", answer: { scope: scopes, notes: [] } });
    expect(poll.kind === "token" && (await provider.isActive(poll.answer.accessToken))).toBe(true);
  });

  it("denied by the person", async () => {
    const device = await requestDeviceCode(own(), wire);
    await provider.denyDevice(device.userCode);
    expect(await pollDevice(own(), device.deviceCode, wire)).toMatchObject({ kind: "denied" });
  });

  it("used twice", async () => {
    const device = await requestDeviceCode(own(), wire);
    await provider.approveDevice(device.userCode);
    await pollDevice(own(), device.deviceCode, wire);
    const error = await failure(() => pollDevice(own(), device.deviceCode, wire));
    expect(error.details["error"]).toBe("invalid_grant");
  });
});

describe("revocation", () => {
  it("of a refresh token ends it", async () => {
    const { refreshToken = "" } = await newToken();
    await revoke(of(clients.application), refreshToken, "refresh_token", wire);
    const error = await failure(() => refresh(of(clients.application), refreshToken, undefined, wire));
    expect(kindOfFailure(error)).toBe("invalid-grant");
  });

  it("of something that never was a token is as good as done", async () => {
    await expect(revoke(of(clients.application), "nonsense", "access_token", wire)).resolves.toBeUndefined();
  });
});
