// A real OpenID provider on a free loopback port, with every grant type, refresh token rotation, and users who sign in.

import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listen } from "@pictor/host/testing";
import type { Provider } from "oidc-provider";
import { browse, type BrowserUser } from "./browser-user.js";
import { account, clients, configurationWith, type ConfigurationOptions } from "./provider-configuration.js";

export { account, callbackPaths, clients, privateKeyPem, registered } from "./provider-configuration.js";

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
export interface ProviderOptions extends ConfigurationOptions {
  /** The user of the password grant. Default: `account`. */
  readonly user?: Account;
  /** Seconds between two polls of the device flow, which its reply names. Default: it names none, and 5 are meant. */
  readonly deviceIntervalS?: number;
}

/** Answers one request instead of the provider. */
export type Interceptor = (request: IncomingMessage, response: ServerResponse) => void;

export async function startProvider(options: ProviderOptions = {}) {
  const restoreConsole = hideNotices();
  const { Provider, errors } = await import("oidc-provider");
  const server = options.tls === undefined ? createServer() : createTlsServer(options.tls);
  const { host, close } = await listen(server);
  const issuer = `${options.tls === undefined ? "http" : "https"}://${host}`;
  const provider = new Provider(issuer, configurationWith(options));
  addPasswordGrant(provider, options.user ?? account, errors.InvalidGrant);
  const { deviceIntervalS } = options;
  if (deviceIntervalS !== undefined)
    provider.use(async (context, next) => {
      await next();
      if (context.path === "/device/auth")
        context.body = { ...(context.body as object), interval: deviceIntervalS };
    });
  const answer = provider.callback();
  const received: string[] = [];
  const interceptors: { readonly path: string; readonly handle: Interceptor }[] = [];
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    received.push(`${request.method} ${path}`);
    const index = interceptors.findIndex((interceptor) => interceptor.path === path);
    const [interceptor] = index < 0 ? [] : interceptors.splice(index, 1);
    if (interceptor === undefined) void answer(request, response);
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
    /** The endpoints as fields of an OAuth setting. */
    endpoints: {
      issuer,
      authorizationUrl: `${issuer}/auth`,
      tokenUrl: `${issuer}/token`,
      deviceAuthorizationUrl: `${issuer}/device/auth`,
      revocationUrl: `${issuer}/token/revocation`,
      jwksUrl: `${issuer}/jwks`,
    },
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    /** The requests received, such as `POST /token`, in order. */
    received: received as readonly string[],
    /** Opens an authorization URL, signs in and consents (or denies). Settles with the callback URL, which is not opened. */
    authorize: (url: string, user?: { readonly denies: boolean }): Promise<string> => browse(url, user),
    approveDevice: async (userCode: string): Promise<void> => {
      await openDevicePage(userCode);
    },
    denyDevice: async (userCode: string): Promise<void> => {
      await openDevicePage(userCode, { denies: true });
    },
    /** Whether the token is active (RFC 7662 section 2.2). */
    isActive: async (token: string) => (await introspect(token)).active,
    /** Answers the next request to a path, such as `/token`. Several for one path answer one request each. */
    intercept: (path: string, handle: Interceptor) => void interceptors.push({ path, handle }),
    close: () => {
      restoreConsole();
      return close();
    },
  };
}
export type TestProvider = Awaited<ReturnType<typeof startProvider>>;
