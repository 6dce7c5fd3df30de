// Who may call the APIs of the built-in plugins: each rule against every route, for requests and for handshakes alike.

import { afterAll, describe, expect, it } from "vitest";
import { codeOf, handshake, hostOf, listed, refusals, requestTo, rows } from "../testing/access-rows.js";
import { builtinApis, type ContributedApi } from "../testing/builtin-apis.js";
import { samplesOf, type ApiSample } from "../testing/api-samples.js";
import { startTestServer, type TestServer } from "../testing/start-server.js";

interface Route {
  readonly api: ContributedApi;
  readonly sample: ApiSample;
  /** The title of a test. */
  readonly route: string;
}
const apis = builtinApis();
const all = apis.flatMap(({ plugin, api }) =>
  samplesOf(plugin, api).map((sample): Route => ({ api, sample, route: `${sample.method} ${sample.path}` })),
);

const test = await startTestServer({
  origins: [listed],
  configuration: { backend: "embedded" },
  ports: () => apis.flatMap(({ api }) => (api.ownPort === true ? [{ port: 0, path: api.prefix }] : [])),
});
afterAll(() => test.close());

type Headers = Readonly<Record<string, string>>;
/** Sends a request of the table, with a token only if the headers have one. */
const ask = ({ method, path, body, headers }: ApiSample, more: Headers = {}, at: TestServer = test) =>
  at.call(method, path, {
    token: null,
    headers: { ...headers, ...more },
    ...(body !== undefined && { body }),
  });
const shake = ({ path }: ApiSample, more: Headers) =>
  handshake(test.port, { Host: hostOf(test.port), ...more }, path);

const basic = (token: string): Headers => ({
  Authorization: `Basic ${Buffer.from(`anyone:${token}`).toString("base64")}`,
});
const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });
/** The places of a token in a request, and whether the API takes it from there. */
const places = (
  { credentials = [] }: ContributedApi,
  token: string,
): readonly (readonly [Headers, boolean])[] => [
  [bearer(token), true],
  [basic(token), credentials.includes("basic")],
  [{ "X-API-Key": token }, credentials.includes("x-api-key")],
];
/** Whether the plugin itself has refused: the refusals of the server are about the token, in the shape of every API. */
const isOfPlugin = (reply: Buffer): boolean => !/token/i.test(reply.toString());

describe.each(rows)("from $title", ({ headers, code, notForSockets }) => {
  const status = code === "API_HOST_REFUSED" ? 421 : 403;

  it.each(all)("a request: $route", async ({ api, sample }) => {
    // A caller that may go on is refused without a token, and one that may not, with one.
    if (code === undefined) expect((await ask(sample, headers(test.port))).status).toBe(401);
    else
      for (const [held] of places(api, test.server.token)) {
        const reply = await ask(sample, { ...headers(test.port), ...held });
        expect([reply.status, codeOf(reply.bytes.toString())]).toEqual([status, code]);
      }
  });

  it.skipIf(notForSockets === true).each(all)("a handshake: $route", async ({ api, sample }) => {
    if (code === undefined) expect((await shake(sample, headers(test.port))).status).toBe(401);
    else
      for (const [held] of places(api, test.server.token)) {
        const reply = await shake(sample, { ...headers(test.port), ...held });
        expect([reply.status, codeOf(reply.body)]).toEqual([status, code]);
      }
  });
});

describe.each(rows)(
  "on a port of its own, where no token is needed, from $title",
  ({ headers, code, notForSockets }) => {
    const served = all.filter(({ api }) => api.ownPort === true);
    const portOf = ({ prefix }: ContributedApi): number =>
      Number(new URL(test.server.ports.find(({ path }) => path === prefix)?.url ?? "").port);
    const status = code === "API_HOST_REFUSED" ? 421 : 403;

    it.each(served)("a request: $route", async ({ api, sample }) => {
      const reply = await requestTo(portOf(api), {
        ...sample,
        headers: { ...sample.headers, ...headers(portOf(api)) },
      });
      if (code === undefined) expect(refusals.filter((one) => reply.body.includes(one))).toEqual([]);
      else expect([reply.status, codeOf(reply.body)]).toEqual([status, code]);
    });

    it.skipIf(notForSockets === true).each(served)("a handshake: $route", async ({ api, sample }) => {
      const reply = await handshake(
        portOf(api),
        { Host: hostOf(portOf(api)), ...headers(portOf(api)) },
        sample.path,
      );
      if (code !== undefined) expect([reply.status, codeOf(reply.body)]).toEqual([status, code]);
      else if (sample.socket) expect(reply.status).toBe(101);
      else expect(refusals.filter((one) => reply.body.includes(one))).toEqual([]);
    });
  },
);

describe("a token", () => {
  it.each(all)("is taken from the declared places alone, for a request: $route", async ({ api, sample }) => {
    for (const [held, isDeclared] of places(api, test.server.token)) {
      const { status, bytes } = await ask(sample, held);
      expect([held, ![401, 403].includes(status) || isOfPlugin(bytes)]).toEqual([held, isDeclared]);
    }
    for (const name of ["token", "api_key", "access_token"]) {
      const path = `${sample.path}${sample.path.includes("?") ? "&" : "?"}${name}=${test.server.token}`;
      expect((await ask({ ...sample, path })).status).toBe(401);
    }
  });

  it.each(all)(
    "is taken from the declared places alone, for a handshake: $route",
    async ({ api, sample }) => {
      for (const [held, isDeclared] of places(api, test.server.token)) {
        const { status } = await shake(sample, held);
        if (!isDeclared) expect(status).toBe(401);
        else if (sample.socket) expect(status).toBe(101);
        else expect([101, 401, 421]).not.toContain(status);
      }
    },
  );

  it.each(["read", "generate", "request", "admin"])(
    "with the scope %s reaches the APIs that need no other, until it is revoked",
    async (scope) => {
      const { token, id } = await test.createToken(scope, [scope]);
      const held = scope === "admin" ? ["read", "generate", "request", "admin"] : ["read", scope];
      for (const { api, sample, route } of all) {
        const isAllowed = api.scopes.every((needed) => held.includes(needed));
        const { status, bytes } = await ask(sample, bearer(token));
        expect([route, status !== 403 || isOfPlugin(bytes)]).toEqual([route, isAllowed]);
        if (!isAllowed) expect([route, (await shake(sample, bearer(token))).status]).toEqual([route, 403]);
      }
      await test.call("DELETE", `/v1/tokens/${id}`);
      for (const { sample } of all) {
        // Many wrong tokens are refused as too many.
        expect([401, 429]).toContain((await ask(sample, bearer(token))).status);
        expect([401, 429]).toContain((await shake(sample, bearer(token))).status);
      }
    },
  );
});

describe("a browser", () => {
  const preflight = { "Access-Control-Request-Headers": "authorization, content-type" };

  it.each(all)(
    "is asked before a listed page sends a request, and no other page may: $route",
    async ({ sample }) => {
      const asked = { ...preflight, "Access-Control-Request-Method": sample.method };
      const question: ApiSample = { method: "OPTIONS", path: sample.path };
      const reply = await ask(question, { ...asked, Origin: listed, "Sec-Fetch-Site": "cross-site" });
      expect([reply.status, reply.headers["access-control-allow-origin"]]).toEqual([204, listed]);
      expect(reply.headers["vary"]).toBe("Origin");
      expect(String(reply.headers["access-control-allow-methods"]).split(", ")).toContain(sample.method);
      expect(reply.headers["access-control-allow-credentials"]).toBeUndefined();
      const foreign = await ask(question, { ...asked, Origin: "https://evil.example" });
      expect([foreign.status, foreign.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
    },
  );

  it.each(all)(
    "is told that a reply is no page, gets no cookie, and shows no other page the reply: $route",
    async ({ sample }) => {
      for (const held of [{}, bearer(test.server.token)]) {
        const { headers } = await ask(sample, held);
        expect(headers).toMatchObject({
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
          "cross-origin-resource-policy": "same-origin",
          "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        });
        expect(headers["set-cookie"]).toBeUndefined();
        expect(headers["access-control-allow-origin"]).toBeUndefined();
        const shown = await ask(sample, { ...held, Origin: listed, "Sec-Fetch-Site": "cross-site" });
        expect(shown.headers["access-control-allow-origin"]).toBe(listed);
        expect(shown.headers["access-control-allow-credentials"]).toBeUndefined();
      }
    },
  );
});

describe("a request with a token", () => {
  it.each(all)("changes nothing by GET and HEAD: $route", async ({ sample: { path } }) => {
    for (const method of ["GET", "HEAD"]) await ask({ method, path }, bearer(test.server.token));
    const { jobs } = (await test.call("GET", "/v1/jobs")).json();
    const { operations } = (await test.call("GET", "/v1/operations")).json();
    expect([jobs, operations]).toEqual([[], []]);
  });

  it.each(all)(
    "that makes no sense is answered without the inside of the server: $route",
    async ({ sample }) => {
      for (const body of ["{", "[]", "\u0000"]) {
        const { status, bytes } = await ask({ ...sample, method: "POST", body }, bearer(test.server.token));
        expect(status).toBeLessThan(600);
        expect(bytes.toString()).not.toMatch(/\n?\s+at .*\(|\.ts:\d+|node:internal/);
      }
    },
  );
});
