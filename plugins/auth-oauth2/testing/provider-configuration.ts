// The clients and the configuration of the real OpenID provider of the tests.

import type { ServerOptions } from "node:https";
import { rsaKeys } from "@pictor/host/testing";
import type { ClientMetadata, Configuration } from "oidc-provider";

const deviceCode = "urn:ietf:params:oauth:grant-type:device_code";
const { privateKey, publicKey } = rsaKeys();

/** The private key of the client `assertions`, PKCS#8 in PEM. */
export const privateKeyPem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** The user of the password grant. The sign-in page accepts any name. */
export const account = { username: "alice", password: " p&ss=wörd%20 " } as const;

/** `application` may use any port in its redirect URIs (RFC 8252 section 7.3); the others only the registered one. */
export const clients = {
  /** A native, public client: authorization code with PKCE, device code, refresh. */
  application: { clientId: "my-client", clientSecret: "" },
  /** client_secret_basic, with an id and a secret that the provider decodes only if they are form-encoded. */
  service: { clientId: "my service+50%", clientSecret: "s3cr:t &+%20~!" },
  /** client_secret_post. */
  poster: { clientId: "poster", clientSecret: "post-secret" },
  /** private_key_jwt, RS256. */
  assertions: { clientId: "assertions", clientSecret: "" },
  /** client_secret_jwt. */
  hashed: { clientId: "hashed", clientSecret: "a-secret-of-at-least-32-characters" },
} as const;

/** The paths in the redirect URIs of `application`. */
export const callbackPaths = ["/callback", "/other"] as const;

const grants = ["authorization_code", "refresh_token", "client_credentials", "password", deviceCode];
/** The metadata of a client with one method of client authentication. */
export const registered = (
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  method: string,
  more: Partial<ClientMetadata> = {},
): ClientMetadata => ({
  client_id: clientId,
  ...(clientSecret === "" ? {} : { client_secret: clientSecret }),
  token_endpoint_auth_method: method as NonNullable<ClientMetadata["token_endpoint_auth_method"]>,
  grant_types: grants,
  response_types: ["code"],
  redirect_uris: ["http://127.0.0.1:17823/callback"],
  application_type: "native",
  ...more,
});

export interface ConfigurationOptions {
  /** Lifetime of an access token. Default 3600. */
  readonly accessTokenLifetimeS?: number;
  /** Registered in addition to `clients`. */
  readonly moreClients?: readonly ClientMetadata[];
  /** Serves over TLS, and asks for a client certificate. Default: http. */
  readonly tls?: ServerOptions;
  /** Switched on in addition to those that every provider has. */
  readonly features?: Pick<
    NonNullable<Configuration["features"]>,
    "dPoP" | "mTLS" | "pushedAuthorizationRequests"
  >;
  /** Settings that replace those of every provider. */
  readonly configuration?: Partial<Configuration>;
}

export const configurationWith = ({
  accessTokenLifetimeS = 3_600,
  moreClients = [],
  features = {},
  configuration = {},
}: ConfigurationOptions): Configuration => ({
  clients: [
    ...moreClients,
    registered(clients.application, "none", {
      grant_types: ["authorization_code", "refresh_token", deviceCode],
      redirect_uris: ["localhost", "127.0.0.1", "[::1]"].flatMap((host) =>
        callbackPaths.map((path) => `http://${host}${path}`),
      ),
    }),
    registered(clients.service, "client_secret_basic"),
    registered(clients.poster, "client_secret_post"),
    registered(clients.assertions, "private_key_jwt", {
      jwks: { keys: [{ ...publicKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] },
    }),
    registered(clients.hashed, "client_secret_jwt"),
  ],
  scopes: ["openid", "offline_access", "api:read", "api:write"],
  claims: { openid: ["sub"], profile: ["name"], email: ["email"] },
  features: {
    devInteractions: { enabled: true },
    deviceFlow: { enabled: true },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    revocation: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => undefined,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({ scope: "api:read api:write", accessTokenFormat: "jwt" }),
    },
    ...features,
  },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: id, email: `${id}@example.org` }),
  }),
  pkce: { required: () => true },
  rotateRefreshToken: true,
  // Refresh tokens do not require the scope offline_access, which would require another consent.
  issueRefreshToken: (_context, client) => client.grantTypeAllowed("refresh_token"),
  expiresWithSession: () => false,
  ttl: { AccessToken: accessTokenLifetimeS, ClientCredentials: accessTokenLifetimeS, DeviceCode: 600 },
  ...configuration,
});
