// A real OpenID provider on a free loopback port: every grant, rotation of refresh tokens, a person who signs in.

import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { generateKeyPairSync } from "node:crypto";
import type { ClientMetadata, Configuration, Provider } from "oidc-provider";
import { visit } from "./person.test.support.js";
import type { Person } from "./person.test.support.js";

const deviceCode = "urn:ietf:params:oauth:grant-type:device_code";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** PKCS#8 in PEM, of the client `assertions`. */
export const privateKeyPem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** The user whose password grant is accepted; at the sign-in page any name does. */
export const account = { username: "alice", password: " p&ss=wörd%20 " } as const;

/** Loopback redirects are accepted with any port for `application` (RFC 8252 section 7.3), exactly as written for others. */
export const clients = {
  /** Native and public: code with PKCE, device code, refresh. */
  application: { clientId: "my-client", clientSecret: "" },
  /** Basic, with an id and a secret that are only understood when they are form-encoded. */
  service: { clientId: "my service+50%", clientSecret: "s3cr:t &+%20~!" },
  /** client_secret_post. */
  poster: { clientId: "poster", clientSecret: "post-secret" },
  /** private_key_jwt, RS256. */
  assertions: { clientId: "assertions", clientSecret: "" },
  /** client_secret_jwt. */
  hashed: { clientId: "hashed", clientSecret: "a-secret-of-at-least-32-characters" },
} as const;

/** Any path of these on any loopback port, for `application`. */
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

const configuration = ({ accessTokenTtlS = 3_600, moreClients = [] }: ProviderOptions): Configuration => ({
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
  // A refresh token without the scope offline_access and the repeated consent that this scope asks for.
  issueRefreshToken: (_context, client) => client.grantTypeAllowed("refresh_token"),
  expiresWithSession: () => false,
  ttl: { AccessToken: accessTokenTtlS, ClientCredentials: accessTokenTtlS, DeviceCode: 600 },
});

/** RFC 6749 section 4.3, which the provider leaves to its users. */
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

/** Its notices are meant for whoever runs it in production. */
function withoutNotices(): () => void {
  const { info, warn } = console;
  const quiet =
    (original: typeof info): typeof info =>
    (...line: unknown[]) => {
      if (!String(line[0]).startsWith("oidc-provider ")) original(...line);
    };
  Object.assign(console, { info: quiet(info), warn: quiet(warn) });
  return () => void Object.assign(console, { info, warn });
}

export interface Account {
  readonly username: string;
  readonly password: string;
}
export interface ProviderOptions {
  /** Life of an access token. Seconds, default 3600. */
  readonly accessTokenTtlS?: number;
  /** Registered beside `clients`. */
  readonly moreClients?: readonly ClientMetadata[];
  /** Whose password grant is accepted. Default: `account`. */
  readonly user?: Account;
}

/** Answers one request in the provider's place. */
export type Interference = (request: IncomingMessage, response: ServerResponse) => void;

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
  /** What arrived, such as `POST /token`, in order. */
  readonly arrived: readonly string[];
  /** Signs in and consents at an authorization URL (or denies); settles with the callback URL, which is not opened. */
  authorize(authorizationUrl: string, person?: Person): Promise<string>;
  approveDevice(userCode: string, person?: Omit<Person, "denies">): Promise<void>;
  denyDevice(userCode: string): Promise<void>;
  /** Whether the provider would accept the token now (RFC 7662). */
  isActive(token: string): Promise<boolean>;
  /** The next request of a path, such as `/token`, is answered by the test; several are taken in turn. */
  interfere(path: string, answer: Interference): void;
  close(): Promise<void>;
}

export async function startProvider(options: ProviderOptions = {}): Promise<TestProvider> {
  const restore = withoutNotices();
  const { Provider, errors } = await import("oidc-provider");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(options));
  addPasswordGrant(provider, options.user ?? account, errors.InvalidGrant);
  const answer = provider.callback();
  const arrived: string[] = [];
  const interferences: { readonly path: string; readonly answer: Interference }[] = [];
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    arrived.push(`${request.method} ${path}`);
    const index = interferences.findIndex((interference) => interference.path === path);
    const [interference] = index < 0 ? [] : interferences.splice(index, 1);
    if (interference === undefined) void answer(request, response);
    else interference.answer(request, response);
  });
  const device = (userCode: string, person?: Person) =>
    visit(`${issuer}/device?user_code=${encodeURIComponent(userCode)}`, person);
  const introspection = async (token: string): Promise<{ readonly active: boolean }> => {
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
    arrived,
    authorize: visit,
    approveDevice: async (userCode, person) => {
      await device(userCode, person);
    },
    denyDevice: async (userCode) => {
      await device(userCode, { denies: true });
    },
    isActive: async (token) => (await introspection(token)).active,
    interfere: (path, given) => void interferences.push({ path, answer: given }),
    close: () =>
      new Promise((resolve) => {
        restore();
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
