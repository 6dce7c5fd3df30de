// No error contains a secret: not in its text, details or causes, nor in hidden properties.

import { describe, expect, it } from "vitest";
import type { Fields, OAuthSetting } from "../setting.js";
import { pollForDeviceToken, requestDeviceAuthorization } from "./device-grant.js";
import {
  authorizationCodeGrant,
  clientCredentialsGrant,
  passwordGrant,
  refreshTokenGrant,
} from "./grants.js";
import { jwtBearerGrant } from "./jwt-bearer.js";
import { pushAuthorization } from "./pushed-authorization.js";
import { revokeToken } from "./revoke.js";
import { tokenExchangeGrant } from "./token-exchange.js";
import { rejectionOf, useFakeProvider, printed, settingWith, contextWith } from "../testing/fake-provider.js";
import type { ScriptedReply, ReceivedRequest } from "../testing/fake-provider.js";

const canary = (name: string) => `CANARY-${name}-0123456789`;
const fields = (): Partial<Fields> => ({
  tokenUrl: `${provider.url}/token?key=${canary("query")}`,
  deviceAuthorizationUrl: `${provider.url}/device`,
  revocationUrl: `${provider.url}/revoke`,
  pushedAuthorizationRequestUrl: `${provider.url}/par`,
  authorizationUrl: `${provider.url}/auth`,
  clientSecret: `${canary("secret")} /~`,
  username: "alice",
  password: `${canary("password")} +%`,
  assertion: canary("assertion"),
  subjectToken: canary("subject"),
  actorToken: canary("actor"),
});

const provider = await useFakeProvider();

const code = {
  code: canary("code"),
  redirectUri: "http://localhost:1/cb",
  codeVerifier: canary("verifier"),
  nonce: canary("nonce"),
};
const context = contextWith();
const pushed = new URLSearchParams({ state: "s" });
type Run = (setting: OAuthSetting) => Promise<unknown>;
const calls: readonly [string, Run][] = [
  ["client credentials", (setting) => clientCredentialsGrant(setting, context)],
  ["password", (setting) => passwordGrant(setting, context)],
  ["authorization code", (setting) => authorizationCodeGrant(setting, code, context)],
  ["refresh", (setting) => refreshTokenGrant(setting, canary("refresh"), context)],
  ["device poll", (setting) => pollForDeviceToken(setting, canary("device"), context)],
  ["device authorization", (setting) => requestDeviceAuthorization(setting, context)],
  ["JWT bearer", (setting) => jwtBearerGrant(setting, context)],
  ["token exchange", (setting) => tokenExchangeGrant(setting, context)],
  ["pushed authorization", (setting) => pushAuthorization(setting, pushed, context)],
  ["revocation", (setting) => revokeToken(setting, canary("token"), "access_token", context)],
];

/** The request in every spelling in which a server could echo it. */
function echo({ body, headers }: ReceivedRequest): string {
  const { authorization = "" } = headers;
  const pair = Buffer.from(authorization.slice("Basic ".length), "base64").toString();
  const decoded = [...new URLSearchParams(pair.replace(":", "=")).values()];
  return [body, ...new URLSearchParams(body).values(), authorization, pair, ...decoded].join(" ");
}
const token = {
  access_token: canary("access"),
  refresh_token: canary("new-refresh"),
  id_token: canary("id"),
};

const json = { "content-type": "application/json" };
const scripts: readonly [string, ScriptedReply][] = [
  [
    "an error that echoes the request",
    (request, response) => {
      const text = echo(request);
      const error = {
        error: `bad ${text}`,
        error_description: text,
        error_uri: `https://as.example/${text}`,
      };
      response.writeHead(400, json).end(JSON.stringify(error));
    },
  ],
  [
    "an error that echoes the request between escape sequences",
    (request, response) => {
      const description = echo(request).replaceAll("CANARY", "CAN\u001b[0mARY");
      response.writeHead(400).end(JSON.stringify({ error: "invalid_grant", error_description: description }));
    },
  ],
  [
    "a challenge that echoes the request",
    (request, response) => {
      const challenge = `Basic error="x", error_description="${echo(request)}"`;
      response.writeHead(401, { "www-authenticate": challenge }).end();
    },
  ],
  ["an error beside tokens", { status: 400, body: { error: "x", ...token } }],
  ["tokens with status 500", { status: 500, body: token }],
  ["tokens in a list", { body: [token] }],
  ["tokens in a nested object", { body: { [canary("key")]: token } }],
  ["a token that is a number", { body: { ...token, access_token: 1, token_type: canary("type") } }],
  ["a token with a line break", { body: { ...token, access_token: `${canary("access")}\r\nX: y` } }],
  ["truncated tokens", { headers: json, body: JSON.stringify(token).slice(0, -1) }],
  ["an HTML page with a token", { headers: { "content-type": "text/html" }, body: `<p>${canary("page")}` }],
  ["a broken connection", (_request, response) => response.destroy()],
  [
    "a connection that breaks within the tokens",
    (_request, response) => {
      response.writeHead(200, { "content-length": "9999" }).write(JSON.stringify(token));
      setImmediate(() => response.destroy());
    },
  ],
  ["a reply over the size limit", { body: canary("flood").repeat(20_000) }],
];

/** Some replies are not an error for a poll or a revocation. */
const isAccepted = (value: unknown): boolean =>
  value === undefined || (value as { readonly kind?: string }).kind === "no-response";

const waysToSend: readonly Partial<Fields>[] = [
  ...(["basic", "basic-raw", "post", "client_secret_jwt"] as const).map((clientAuthentication) => ({
    clientAuthentication,
  })),
  { clientAuthentication: "post", tokenRequestFormat: "json" },
];

describe.each(calls)("%s", (_name, run) => {
  it.each(scripts)("answered with %s", async (_situation, scripted) => {
    provider.replyWith(scripted);
    for (const ways of waysToSend) {
      const outcome = await rejectionOf(async () => {
        const value = await run(settingWith({ ...fields(), ...ways }));
        if (isAccepted(value)) throw new Accepted();
      }).catch((error: unknown) => error);
      if (outcome instanceof Accepted) continue;
      expect(outcome).toHaveProperty("code", expect.stringMatching(/^(OAUTH_|AUTH_UNREACHABLE$)/));
      expect(printed(outcome)).not.toMatch(/CANARY/);
    }
  });
});

it.each(calls)("%s at an endpoint whose path contains secrets of the setting", async (_name, run) => {
  provider.replyWith({ status: 400, body: { error: "x" } });
  const secrets = { clientSecret: canary("secret /~"), password: canary("word") };
  const header = canary("header");
  const path = [secrets.clientSecret, secrets.password, header].map(encodeURIComponent).join("/");
  const url = `${provider.url}/${path}/token`;
  const urls = {
    tokenUrl: url,
    deviceAuthorizationUrl: url,
    revocationUrl: url,
    pushedAuthorizationRequestUrl: url,
  };
  const error = await rejectionOf(() =>
    run(settingWith({ ...fields(), ...secrets, ...urls, tokenHeaders: [{ name: "X-Key", value: header }] })),
  );
  expect(error).toHaveProperty("code", "OAUTH_REFUSED");
  expect(printed(error)).not.toMatch(/CANARY/);
});

class Accepted extends Error {}
