// Token requests to a real OpenID provider over HTTP. Whole sign-ins with the same provider are in test/oauth.

import { createHash, randomBytes } from "node:crypto";
import { createFakeClock } from "@pictor/host/testing";
import { afterAll, describe, expect, it } from "vitest";
import { decodeClaims } from "../jwt-claims.js";
import type { Fields } from "../setting.js";
import { contextWith, rejectionOf, settingWith } from "../testing/fake-provider.js";
import { account, clients, privateKeyPem, startProvider } from "../testing/oidc-provider.js";
import { authorizationCodeGrant, clientCredentialsGrant, passwordGrant } from "./grants.js";
import { kindOfFailure } from "./provider-errors.js";

const provider = await startProvider();
afterAll(() => provider.close());

// The provider reads the system clock.
const context = contextWith({ clock: createFakeClock(Date.now()) });
const settingOf = (client: Partial<Fields>, fields: Partial<Fields> = {}) =>
  settingWith({ ...provider.endpoints, ...client, ...fields });
const randomValue = () => randomBytes(32).toString("base64url");

/** Signs in at an authorization URL, as the rest of the plugin does. */
async function signIn(client: Partial<Fields>, redirectUri: string, scope: string) {
  const [nonce, codeVerifier] = [randomValue(), randomValue()];
  const query = new URLSearchParams({
    client_id: client.clientId ?? "",
    response_type: "code",
    redirect_uri: redirectUri,
    scope,
    nonce,
    code_challenge: createHash("sha256").update(codeVerifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const callback = await provider.authorize(`${provider.endpoints.authorizationUrl}?${query.toString()}`);
  const code = new URL(callback).searchParams.get("code") ?? "";
  return { code, redirectUri, codeVerifier, nonce };
}
const scopes = "openid api:read";

describe("client credentials", () => {
  it.each<[string, Partial<Fields>]>([
    ["Basic, form-encoded", clients.service],
    [
      "Basic, as announced",
      { ...clients.service, clientAuthenticationMethods: "client_secret_post client_secret_basic" },
    ],
    ["the request body", { ...clients.poster, clientAuthentication: "post" }],
    [
      "an assertion with a private key",
      { ...clients.assertions, privateKey: privateKeyPem, clientAuthentication: "private_key_jwt" },
    ],
    [
      "an assertion with a private key, as announced",
      { ...clients.assertions, privateKey: privateKeyPem, clientAuthenticationMethods: "private_key_jwt" },
    ],
    [
      "an assertion for the token URL, without an issuer",
      {
        ...clients.assertions,
        issuer: "",
        privateKey: privateKeyPem,
        clientAuthentication: "private_key_jwt",
      },
    ],
    ["an assertion with the client secret", { ...clients.hashed, clientAuthentication: "client_secret_jwt" }],
  ])("authenticate with %s", async (_situation, client) => {
    const response = await clientCredentialsGrant(settingOf(client, { scopes: "api:read" }), context);
    expect(response).toMatchObject({
      tokenType: "Bearer",
      scope: "api:read",
      refreshToken: undefined,
      notes: [],
    });
    expect(response.expiresAtMs).toBe(response.requestedAtMs + 3_600_000);
    expect(await provider.isActive(response.accessToken)).toBe(true);
  });

  it("get a token for a resource", async () => {
    const setting = settingOf(clients.service, { scopes: "api:read", resource: ["https://api.example/"] });
    const response = await clientCredentialsGrant(setting, context);
    expect(decodeClaims(response.accessToken)).toMatchObject({ aud: "https://api.example/" });
  });

  it.each<[string, Partial<Fields>, string, RegExp]>([
    ["a wrong secret", { ...clients.service, clientSecret: "wr%ng" }, "invalid_client", /basic-raw/],
    [
      "raw Basic at a server that decodes",
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
    [
      "a grant type that the client may not use",
      clients.application,
      "invalid_request",
      /client authentication/,
    ],
  ])("are rejected for %s", async (_situation, client, code, hint) => {
    const error = await rejectionOf(() => clientCredentialsGrant(settingOf(client), context));
    expect([error.code, error.details["error"], error.hint]).toEqual([
      "OAUTH_REFUSED",
      code,
      expect.stringMatching(hint),
    ]);
  });
});

it("a password is rejected if it was trimmed", async () => {
  const trimmed = { ...account, password: account.password.trim() };
  const error = await rejectionOf(() => passwordGrant(settingOf(clients.service, trimmed), context));
  expect(kindOfFailure(error)).toBe("invalid-grant");
});

describe("an authorization code", () => {
  it.each(["http://localhost:17823/callback", "http://127.0.0.1:40404/callback", "http://[::1]:1234/other"])(
    "with the redirect URI %s gets a token and a verified ID token",
    async (redirectUri) => {
      const code = await signIn(clients.application, redirectUri, scopes);
      const response = await authorizationCodeGrant(
        settingOf(clients.application, { scopes }),
        code,
        context,
      );
      expect(response).toMatchObject({ scope: scopes, notes: [] });
      expect(decodeClaims(response.idToken ?? "")).toMatchObject({ sub: "alice", nonce: code.nonce });
      expect(await provider.isActive(response.accessToken)).toBe(true);
    },
  );

  it("of a confidential client gets a token", async () => {
    const code = await signIn(clients.service, "http://127.0.0.1:17823/callback", scopes);
    const response = await authorizationCodeGrant(settingOf(clients.service, { scopes }), code, context);
    expect(await provider.isActive(response.accessToken)).toBe(true);
  });
});
