// Whatever goes wrong, no error shows a secret: not in its text, its details, its causes, nor what hides inside.

import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fields } from "../setting.js";
import {
  clientCredentials,
  exchangeCode,
  password,
  pollDevice,
  refresh,
  requestDeviceCode,
  revoke,
} from "./grants.js";
import { failure, fakeProvider, printed, setting, testWire } from "./wire.test.support.js";
import type { FakeProvider, Scripted, Seen } from "./wire.test.support.js";

const canary = (name: string) => `CANARY-${name}-0123456789`;
const fields = (): Partial<Fields> => ({
  tokenUrl: `${provider.url}/token?key=${canary("query")}`,
  deviceAuthorizationUrl: `${provider.url}/device`,
  revocationUrl: `${provider.url}/revoke`,
  authorizationUrl: `${provider.url}/auth`,
  clientSecret: `${canary("secret")} /~`,
  username: "alice",
  password: `${canary("password")} +%`,
});

let provider: FakeProvider;
beforeAll(async () => {
  provider = await fakeProvider();
});
afterAll(() => provider.close());

const code = {
  parameters: new URLSearchParams({ code: canary("code"), state: canary("state") }),
  redirectUri: "http://localhost:1/cb",
  verifier: canary("verifier"),
  state: canary("state"),
  nonce: canary("nonce"),
};
type Run = (fields: Partial<Fields>) => Promise<unknown>;
const calls: readonly [string, Run][] = [
  ["client credentials", (given) => clientCredentials(setting(given), testWire())],
  ["password", (given) => password(setting(given), testWire())],
  ["code", (given) => exchangeCode(setting(given), code, testWire())],
  ["refresh", (given) => refresh(setting(given), canary("refresh"), undefined, testWire())],
  ["poll", (given) => pollDevice(setting(given), canary("device"), testWire())],
  ["device code", (given) => requestDeviceCode(setting(given), testWire())],
  ["revocation", (given) => revoke(setting(given), canary("token"), "access_token", testWire())],
];

/** What was sent, in every spelling that a server could repeat it in. */
function repeated({ body, headers }: Seen): string {
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

const scripts: readonly [string, Scripted][] = [
  [
    "an error that repeats the request",
    (seen, response) => {
      const error = {
        error: `bad ${repeated(seen)}`,
        error_description: repeated(seen),
        error_uri: `https://as.example/${repeated(seen)}`,
      };
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(error));
    },
  ],
  [
    "an error that repeats the request between escape sequences",
    (seen, response) => {
      const description = repeated(seen).replaceAll("CANARY", "CAN\u001b[0mARY");
      response.writeHead(400).end(JSON.stringify({ error: "invalid_grant", error_description: description }));
    },
  ],
  [
    "a challenge that repeats the request",
    (seen, response) => {
      const challenge = `Basic error="x", error_description="${repeated(seen)}"`;
      response.writeHead(401, { "www-authenticate": challenge }).end();
    },
  ],
  ["an error beside tokens", { status: 400, body: { error: "x", ...token } }],
  ["tokens with status 500", { status: 500, body: token }],
  ["tokens with status 404", { status: 404, body: token }],
  ["tokens in a list", { body: [token] }],
  ["tokens under a key", { body: { [canary("key")]: token } }],
  ["a token that is a number", { body: { ...token, access_token: 1, token_type: canary("type") } }],
  ["a token with a line break", { body: { ...token, access_token: `${canary("access")}\r\nX: y` } }],
  [
    "half of the tokens",
    { headers: { "content-type": "application/json" }, body: JSON.stringify(token).slice(0, -1) },
  ],
  ["a page with tokens", { headers: { "content-type": "text/html" }, body: `<p>${canary("page")}` }],
  [
    "tokens in a broken compression",
    { headers: { "content-encoding": "gzip" }, body: gzipSync(canary("gzip")).subarray(0, 20) },
  ],
  ["a type that is a secret", { headers: { "content-type": canary("type") }, body: "x" }],
  ["a broken connection", (_seen, response) => response.destroy()],
  [
    "a connection that breaks inside of the tokens",
    (_seen, response) => {
      response.writeHead(200, { "content-length": "9999" }).write(JSON.stringify(token));
      setImmediate(() => response.destroy());
    },
  ],
  ["a flood", { body: canary("flood").repeat(20_000) }],
];

/** Errors that are values for a poll, and answers that are good enough for a revocation. */
const isFine = (value: unknown): boolean =>
  value === undefined || (value as { readonly kind?: string }).kind === "no-answer";

describe.each(calls)("%s", (_name, run) => {
  it.each(scripts)("answered with %s", async (_situation, scripted) => {
    provider.answer(scripted);
    for (const clientAuthentication of ["basic", "basic-raw", "post", "client_secret_jwt"] as const) {
      const outcome = await failure(async () => {
        const value = await run({ ...fields(), clientAuthentication });
        if (isFine(value)) throw new Fine();
      }).catch((error: unknown) => error);
      if (outcome instanceof Fine) continue;
      expect(outcome).toHaveProperty("code", expect.stringMatching(/^(OAUTH_|AUTH_UNREACHABLE$)/));
      expect(printed(outcome)).not.toMatch(/CANARY/);
    }
  });
});

it.each(calls)("%s at an address whose path holds secrets of the setting", async (_name, run) => {
  provider.answer({ status: 400, body: { error: "x" } });
  const secrets = { clientSecret: canary("secret /~"), password: canary("word") };
  const header = canary("header");
  const path = [secrets.clientSecret, secrets.password, header].map(encodeURIComponent).join("/");
  const url = `${provider.url}/${path}/token`;
  const error = await failure(() =>
    run({
      ...fields(),
      ...secrets,
      tokenHeaders: [{ name: "X-Key", value: header }],
      tokenUrl: url,
      deviceAuthorizationUrl: url,
      revocationUrl: url,
    }),
  );
  expect(error).toHaveProperty("code", "OAUTH_REFUSED");
  expect(printed(error)).not.toMatch(/CANARY/);
});

class Fine extends Error {}

it("finds a canary where there is one", () => {
  const error = new Error("x", { cause: { deep: [new Map([["k", { body: canary("deep") }]])] } });
  expect(printed(error)).toMatch(/CANARY/);
});
