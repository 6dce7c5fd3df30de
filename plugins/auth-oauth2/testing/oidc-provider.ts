// A real OpenID provider on a free loopback port, with every grant type, refresh token rotation, and users who sign in.

import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { generateKeyPairSync } from "node:crypto";
import type { ClientMetadata, Configuration, Provider } from "oidc-provider";
import { browse, type BrowserUser } from "./browser-user.js";

const deviceCode = "urn:ietf:params:oauth:grant-type:device_code";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

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
const registered = (
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

const configuration = ({
  accessTokenLifetimeS = 3_600,
  moreClients = [],
}: ProviderOptions): Configuration => ({
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
});

/** Adds the password grant (RFC 6749 section 4.3), which oidc-provider does not have. */
function addPasswordGrant(
  provider: Provider,
  account: Account,
  InvalidGrant: new (message: string) => Error,
): void {
  provider.registerGrantType<{ username?: string; password?: string; scope?: string }>(
    "password",
    async (context) => {
      const { client, params } = context.oidc;
      const { username, password, scope = "" } = params;
      if (username !== account.username || password !== account.password)
        throw new InvalidGrant("user name or password");
      const grant = new provider.Grant({ accountId: username, clientId: client.clientId });
      grant.addOIDCScope(scope);
      const issued = {
        accountId: username,
        client,
        grantId: await grant.save(),
        gty: "password",
        scope,
        expiresWithSession: false,
      };
      const token = new provider.AccessToken(issued);
      context.body = {
        access_token: await token.save(),
        expires_in: token.expiration,
        token_type: token.tokenType,
        refresh_token: await new provider.RefreshToken(issued).save(),
        scope,
      };
    },
    ["username", "password", "scope"],
  );
}

/** Hides notices that oidc-provider prints for production use. Returns a function that restores the console. */
function hideNotices(): () => void {
  const { info, warn } = console;
  const filtered =
    (original: typeof info): typeof info =>
    (...values: unknown[]) => {
      if (!String(values[0]).startsWith("oidc-provider ")) original(...values);
    };
  Object.assign(console, { info: filtered(info), warn: filtered(warn) });
  return () => void Object.assign(console, { info, warn });
}

export interface Account {
  readonly username: string;
  readonly password: string;
}
export interface ProviderOptions {
  /** Lifetime of an access token. Default 3600. */
  readonly accessTokenLifetimeS?: number;
  /** Registered in addition to `clients`. */
  readonly moreClients?: readonly ClientMetadata[];
  /** The user of the password grant. Default: `account`. */
  readonly user?: Account;
}

/** Answers one request instead of the provider. */
export type Interceptor = (request: IncomingMessage, response: ServerResponse) => void;

export interface TestProvider {
  readonly issuer: string;
  /** The endpoints as fields of an OAuth setting. */
  readonly endpoints: {
    readonly issuer: string;
    readonly authorizationUrl: string;
    readonly tokenUrl: string;
    readonly deviceAuthorizationUrl: string;
    readonly revocationUrl: string;
    readonly jwksUrl: string;
  };
  readonly discoveryUrl: string;
  /** The requests received, such as `POST /token`, in order. */
  readonly received: readonly string[];
  /** Opens an authorization URL, signs in and consents (or denies). Settles with the callback URL, which is not opened. */
  authorize(authorizationUrl: string, user?: BrowserUser): Promise<string>;
  approveDevice(userCode: string, user?: Omit<BrowserUser, "denies">): Promise<void>;
  denyDevice(userCode: string): Promise<void>;
  /** Whether the token is active (RFC 7662 section 2.2). */
  isActive(token: string): Promise<boolean>;
  /** The interceptor answers the next request to a path, such as `/token`. Several for one path answer one request each. */
  intercept(path: string, interceptor: Interceptor): void;
  close(): Promise<void>;
}

export async function startProvider(options: ProviderOptions = {}): Promise<TestProvider> {
  const restoreConsole = hideNotices();
  const { Provider, errors } = await import("oidc-provider");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(options));
  addPasswordGrant(provider, options.user ?? account, errors.InvalidGrant);
  const handle = provider.callback();
  const received: string[] = [];
  const interceptors: { readonly path: string; readonly handle: Interceptor }[] = [];
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    received.push(`${request.method} ${path}`);
    const index = interceptors.findIndex((interceptor) => interceptor.path === path);
    const [interceptor] = index < 0 ? [] : interceptors.splice(index, 1);
    if (interceptor === undefined) void handle(request, response);
    else interceptor.handle(request, response);
  });
  const openDevicePage = (userCode: string, user?: BrowserUser) =>
    browse(`${issuer}/device?user_code=${encodeURIComponent(userCode)}`, user);
  const introspect = async (token: string): Promise<{ readonly active: boolean }> => {
    const { clientId, clientSecret } = clients.poster;
    const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret });
    const response = await fetch(`${issuer}/token/introspection`, { method: "POST", body });
    return (await response.json()) as { readonly active: boolean };
  };

  return {
    issuer,
    endpoints: {
      issuer,
      authorizationUrl: `${issuer}/auth`,
      tokenUrl: `${issuer}/token`,
      deviceAuthorizationUrl: `${issuer}/device/auth`,
      revocationUrl: `${issuer}/token/revocation`,
      jwksUrl: `${issuer}/jwks`,
    },
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    received,
    authorize: browse,
    approveDevice: async (userCode, user) => {
      await openDevicePage(userCode, user);
    },
    denyDevice: async (userCode) => {
      await openDevicePage(userCode, { denies: true });
    },
    isActive: async (token) => (await introspect(token)).active,
    intercept: (path, interceptor) => void interceptors.push({ path, handle: interceptor }),
    close: () =>
      new Promise((resolve) => {
        restoreConsole();
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
