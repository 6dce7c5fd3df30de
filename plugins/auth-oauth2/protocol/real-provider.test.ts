// Client authentication at a real OpenID provider over HTTP, which checks keys and audiences of assertions (RFC 7523). Whole
// sign-ins with the same provider are in test/oauth.

import { generateKeyPairSync } from "node:crypto";
import { createFakeClock, rsaKeys } from "@pictor/host/testing";
import { afterAll, expect, it } from "vitest";
import { decodeClaims } from "../jwt-claims.js";
import type { Fields } from "../setting.js";
import { contextWith, printed, rejectionOf, settingWith } from "../testing/fake-provider.js";
import { clients, privateKeyPem, registered, startProvider } from "../testing/oidc-provider.js";
import type { ProviderContext } from "../replies/send-to-provider.js";
import { clientCredentialsGrant } from "./grants.js";

const pairs = {
  RS256: rsaKeys(),
  PS256: rsaKeys(),
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  EdDSA: generateKeyPairSync("ed25519"),
} as const;
type Algorithm = keyof typeof pairs;
const algorithms = Object.keys(pairs) as readonly Algorithm[];
const publicJwk = (alg: Algorithm) => ({
  ...pairs[alg].publicKey.export({ format: "jwk" }),
  use: "sig",
  alg,
  kid: `key-${alg}`,
});
const privateJwk = (alg: Algorithm) =>
  JSON.stringify({ ...pairs[alg].privateKey.export({ format: "jwk" }), kid: `key-${alg}` });

const provider = await startProvider({
  moreClients: algorithms.map((alg) =>
    registered({ clientId: alg, clientSecret: "" }, "private_key_jwt", {
      token_endpoint_auth_signing_alg: alg,
      jwks: { keys: [publicJwk(alg)] },
    }),
  ),
  // Every algorithm that the setting offers.
  configuration: { enabledJWA: { clientAuthSigningAlgValues: ["HS256", ...algorithms] } },
});
afterAll(() => provider.close());

const sent: string[] = [];
const plain = contextWith({ clock: createFakeClock(Date.now()) });
const context: ProviderContext = {
  ...plain,
  send: (input, options) => {
    sent.push(input.body as string);
    return plain.send(input, options);
  },
};
const grant = (fields: Partial<Fields>) =>
  clientCredentialsGrant(
    settingWith({
      ...provider.endpoints,
      scopes: "api:read",
      clientAuthentication: "private_key_jwt",
      ...fields,
    }),
    context,
  );
const lastAudience = () =>
  decodeClaims(new URLSearchParams(sent.at(-1)).get("client_assertion") ?? "")?.["aud"];

it.each(algorithms)("a client with %s authenticates with a JWK", async (algorithm) => {
  const fields = { clientId: algorithm, algorithm, privateKey: privateJwk(algorithm) };
  expect(await provider.isActive((await grant(fields)).accessToken)).toBe(true);
  expect(lastAudience()).toBe(provider.issuer);
});

it("client_secret_jwt can name the token URL, too", async () => {
  await grant({
    ...clients.hashed,
    clientAuthentication: "client_secret_jwt",
    clientAssertionAudience: "token_endpoint",
  });
  expect(lastAudience()).toBe(provider.endpoints.tokenUrl);
});

it.each<[string, string]>([
  ["a public key", pairs.RS256.publicKey.export({ type: "spki", format: "pem" }).toString()],
  ["a JWK", JSON.stringify(publicJwk("RS256"))],
])("nothing is sent for %s as shared secret", async (_situation, clientSecret) => {
  const before = sent.length;
  const fields = { clientId: "RS256", clientAuthentication: "client_secret_jwt", clientSecret } as const;
  const error = await rejectionOf(() => grant(fields));
  expect([error.code, error.details["where"]]).toEqual(["AUTH_SETTING_INVALID", "oauth2.clientSecret"]);
  expect(sent).toHaveLength(before);
  expect(printed(error)).not.toMatch(/BEGIN|"n"/);
});

const authentications: readonly Partial<Fields>[] = [
  clients.service,
  { ...clients.service, clientAuthenticationMethods: "client_secret_post client_secret_basic" },
  { ...clients.poster, clientAuthentication: "post" },
  { ...clients.assertions, privateKey: privateKeyPem, clientAuthenticationMethods: "private_key_jwt" },
  { ...clients.assertions, privateKey: privateKeyPem, clientAuthentication: "private_key_jwt", issuer: "" },
  { ...clients.hashed, clientAuthentication: "client_secret_jwt" },
];
it.each(authentications)("a client authenticates with %o", async (client) => {
  const response = await grant({ clientAuthentication: "auto", ...client });
  expect(response).toMatchObject({
    tokenType: "Bearer",
    scope: "api:read",
    refreshToken: undefined,
    notes: [],
  });
  expect(response.expiresAtMs).toBe(response.requestedAtMs + 3_600_000);
  expect(await provider.isActive(response.accessToken)).toBe(true);
});
