// Keys and audiences of client assertions (RFC 7523), and keys that must not sign: a real provider checks each assertion.

import { generateKeyPairSync } from "node:crypto";
import { createFakeClock, rsaKeys } from "@pictor/host/testing";
import { afterAll, describe, expect, it } from "vitest";
import { decodeClaims } from "../jwt-claims.js";
import type { Fields } from "../setting.js";
import { contextWith, printed, rejectionOf, settingWith } from "../testing/fake-provider.js";
import { clients, registered, startProvider } from "../testing/oidc-provider.js";
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
const privateJwk = (alg: Algorithm, more: object = {}) =>
  JSON.stringify({ ...pairs[alg].privateKey.export({ format: "jwk" }), kid: `key-${alg}`, ...more });

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

describe.each(algorithms)("a client with %s", (algorithm) => {
  it("authenticates with a JWK", async () => {
    const { accessToken } = await grant({
      clientId: algorithm,
      algorithm,
      privateKey: privateJwk(algorithm),
    });
    expect(await provider.isActive(accessToken)).toBe(true);
    expect(lastAudience()).toBe(provider.issuer);
  });
});

it("client_secret_jwt can name the token URL, too", async () => {
  await grant({
    ...clients.hashed,
    clientAuthentication: "client_secret_jwt",
    clientAssertionAudience: "token_endpoint",
  });
  expect(lastAudience()).toBe(provider.endpoints.tokenUrl);
});

const publicPem = pairs.RS256.publicKey.export({ type: "spki", format: "pem" }).toString();
const shared = JSON.stringify({ kty: "oct", k: Buffer.from("CANARY".repeat(8)).toString("base64url") });
it.each<[string, Partial<Fields>, string?]>([
  ["for a shared secret in place of a private key", { privateKey: shared }],
  ["for a JWK that is for no signature at all", { privateKey: privateJwk("RS256", { alg: "none" }) }],
  ["for a JWK of another algorithm", { privateKey: privateJwk("RS256", { alg: "PS256" }) }],
  ["for a JWK that encrypts", { privateKey: privateJwk("RS256", { use: "enc" }) }],
  [
    "for a public key as shared secret",
    { clientAuthentication: "client_secret_jwt", clientSecret: publicPem },
    "clientSecret",
  ],
  [
    "for a JWK as shared secret",
    { clientAuthentication: "client_secret_jwt", clientSecret: JSON.stringify(publicJwk("RS256")) },
    "clientSecret",
  ],
])("nothing is sent: %s", async (_situation, fields, field = "privateKey") => {
  const before = sent.length;
  const error = await rejectionOf(() => grant({ clientId: "RS256", ...fields }));
  expect([error.code, error.details["where"]]).toEqual(["AUTH_SETTING_INVALID", `oauth2.${field}`]);
  expect(sent).toHaveLength(before);
  expect(printed(error)).not.toMatch(/CANARY|BEGIN|"d"/);
});
