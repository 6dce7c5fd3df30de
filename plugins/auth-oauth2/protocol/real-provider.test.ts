// Token requests to a real OpenID provider over HTTP. Whole sign-ins with the same provider are in test/oauth.

import { createFakeClock } from "@pictor/host/testing";
import { afterAll, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import { contextWith, settingWith } from "../testing/fake-provider.js";
import { clients, privateKeyPem, startProvider } from "../testing/oidc-provider.js";
import { clientCredentialsGrant } from "./grants.js";

const provider = await startProvider();
afterAll(() => provider.close());

// The provider reads the system clock.
const context = contextWith({ clock: createFakeClock(Date.now()) });
const settingOf = (client: Partial<Fields>, fields: Partial<Fields> = {}) =>
  settingWith({ ...provider.endpoints, ...client, ...fields });

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
    { ...clients.assertions, issuer: "", privateKey: privateKeyPem, clientAuthentication: "private_key_jwt" },
  ],
  ["an assertion with the client secret", { ...clients.hashed, clientAuthentication: "client_secret_jwt" }],
])("client credentials authenticate with %s", async (_situation, client) => {
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
