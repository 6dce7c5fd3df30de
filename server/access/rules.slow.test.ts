// Who may call: each rule against every route, for requests and for the handshake of the event socket alike.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OperationSpec } from "@pictor/features/base";
import { routes } from "../routes/table.js";
import {
  codeOf,
  handshake as handshakeAt,
  hostOf,
  listed,
  refusals,
  rows,
  type Handshake,
} from "../testing/access-rows.js";
import { echoApi } from "../testing/echo-api.js";
import { startTestServer, type TestServer } from "../testing/start-server.js";

/** What plugins saw of the requests. */
const seen: string[] = [];
const test = await startTestServer({ origins: [listed], plugins: [echoApi(seen)] });
const own = hostOf(test.port);
afterAll(() => test.close());

const all = (Object.entries(routes) as [string, OperationSpec][]).map(([id, spec]) => ({ id, spec }));
const pathOf = ({ path }: OperationSpec): string => path.replaceAll(/\{\w+\}/g, "unknown");

const handshake = (headers: Readonly<Record<string, string>>, path?: string): Promise<Handshake> =>
  handshakeAt(test.port, headers, path);

/** The paths of an API of a plugin, with the methods that a route of the server cannot have. */
const mounted = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) => ({ method }));

describe.each(rows)("a request from $title", ({ headers, code, notForSockets }) => {
  it.each(all)("$id", async ({ spec }) => {
    const reply = await test.call(spec.method, pathOf(spec), { headers: headers(test.port), token: null });
    const found = reply.status >= 400 ? codeOf(reply.bytes.toString()) : undefined;
    if (code === undefined) expect(refusals).not.toContain(found);
    else expect(found).toBe(code);
  });

  it.each(mounted)("an API of a plugin, by $method", async ({ method }) => {
    seen.length = 0;
    const reply = await test.call(method, "/echo/any", { headers: headers(test.port) });
    if (code === undefined) expect([reply.status, seen]).toEqual([200, [`${method} /echo/any`]]);
    else expect([reply.status, seen]).toEqual([code === "API_HOST_REFUSED" ? 421 : 403, []]);
    if (code !== undefined && method !== "HEAD") expect(codeOf(reply.bytes.toString())).toBe(code);
  });

  it.skipIf(notForSockets === true)("the socket of an API of a plugin", async () => {
    seen.length = 0;
    const held = { ...headers(test.port), Authorization: `Bearer ${test.server.token}` };
    const { status, body } = await handshake(held, "/echo/socket");
    if (code === undefined) expect([status, seen]).toEqual([101, ["upgrade /echo/socket"]]);
    else expect([codeOf(body), seen]).toEqual([code, []]);
  });

  it.skipIf(notForSockets === true)("the event socket", async () => {
    const { status, body } = await handshake({
      ...headers(test.port),
      Authorization: `Bearer ${test.server.token}`,
    });
    if (code === undefined) expect(status).toBe(101);
    else expect(codeOf(body)).toBe(code);
  });
});

describe("a token", () => {
  const scoped = all.filter(({ spec }) => spec.scope !== "none");

  it.each(scoped)("is needed for $id", async ({ spec }) => {
    expect(await test.codeOf(spec.method, pathOf(spec), { token: null })).toEqual([
      401,
      "API_CREDENTIAL_MISSING",
    ]);
  });

  it.each([
    ["read", ["read"]],
    ["generate", ["read", "generate"]],
    ["request", ["read", "request"]],
    ["admin", ["read", "generate", "request", "admin"]],
  ])("with the scope %s can use the routes of %j alone", async (scope, allowed) => {
    const { token, id } = await test.createToken(scope, [scope]);
    for (const { spec } of scoped.filter((one) => one.spec.path !== "/v1/events")) {
      const reply = await test.call(spec.method, pathOf(spec), {
        token,
        headers: { "Content-Type": "text/plain" },
      });
      const code = reply.status < 400 ? undefined : reply.json()["code"];
      expect([spec.path, code === "API_SCOPE_MISSING"]).toEqual([spec.path, !allowed.includes(spec.scope)]);
    }
    expect((await test.call("DELETE", `/v1/tokens/${id}`)).status).toBe(200);
    expect((await test.call("GET", "/v1", { token })).status).toBe(401);
  });

  it.each(["", "Basic abc", "Bearer", "Bearer ", "bearer\tx"])("in the header %j is none", async (header) => {
    const reply = await test.call("GET", "/v1", { token: null, headers: { Authorization: header } });
    expect(reply.status).toBe(401);
  });

  it("is needed for the event socket, as is the right path", async () => {
    expect((await handshake({ Host: own })).status).toBe(401);
    expect((await handshake({ Host: own, Authorization: "Bearer x" })).status).toBe(401);
    const held = { Host: own, Authorization: `Bearer ${test.server.token}` };
    expect((await handshake(held, "/v1/jobs")).status).toBe(404);
  });

  it("is in no record of the access log, wherever a client puts it", async () => {
    const { token } = test.server;
    await test.call("GET", `/v1/jobs/${token}?cursor=${token}`);
    await test.call("GET", `/v1?token=${token}`);
    // A record has the beginning of a long path: a part of a token in it is one, too.
    for (let length = 150; length < 200; length += 10)
      await test.call("GET", `/v1/${"x".repeat(length)}/${token}`);
    const secret = token.slice("pictor_".length, "pictor_".length + 10);
    expect(JSON.stringify(test.log)).not.toContain(secret);
  });
});

it("the token of an API of a plugin is needed for requests and for sockets, before the plugin sees either", async () => {
  seen.length = 0;
  expect(await test.codeOf("GET", "/echo/any", { token: null })).toEqual([401, "API_CREDENTIAL_MISSING"]);
  expect((await test.call("GET", "/echo/any", { token: "wrong" })).status).toBe(401);
  expect((await handshake({ Host: own }, "/echo/socket")).status).toBe(401);
  expect((await handshake({ Host: own, Authorization: "Bearer x" }, "/echo/socket")).status).toBe(401);
  expect(seen).toEqual([]);
});

describe("a change", () => {
  const changing = all.filter(({ spec }) => ["POST", "PUT", "PATCH"].includes(spec.method));
  const types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""];

  it.each(changing.flatMap(({ id, spec }) => types.map((type) => ({ id, spec, type }))))(
    "by $id is refused with the content type $type",
    async ({ spec, type }) => {
      expect(
        await test.codeOf(spec.method, pathOf(spec), { headers: { "Content-Type": type }, body: "{}" }),
      ).toEqual([415, "API_CONTENT_TYPE"]);
    },
  );

  it.each(all.filter(({ spec }) => spec.method === "GET"))("is not made by GET: $id", ({ spec }) => {
    expect(spec.body).toBeUndefined();
  });
});

describe("a browser", () => {
  it("may send requests of a listed page, and of no other", async () => {
    const asked = await test.call("OPTIONS", "/v1/jobs", {
      token: null,
      headers: { Origin: listed, "Access-Control-Request-Method": "POST", "Sec-Fetch-Site": "cross-site" },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers).toMatchObject({
      "access-control-allow-origin": listed,
      "access-control-allow-methods": "POST, GET",
      vary: "Origin",
    });
    expect(asked.headers["access-control-allow-credentials"]).toBeUndefined();
    const foreign = await test.call("OPTIONS", "/v1/jobs", {
      token: null,
      headers: { Origin: "https://evil.example" },
    });
    expect(foreign.headers["access-control-allow-origin"]).toBeUndefined();
  });

  it.each(all)("is asked before a listed page sends $id, without a token", async ({ spec }) => {
    const headers = { Origin: listed, "Access-Control-Request-Method": spec.method };
    const reply = await test.call("OPTIONS", pathOf(spec), { token: null, headers });
    expect([reply.status, reply.headers["access-control-allow-origin"]]).toEqual([204, listed]);
    expect(String(reply.headers["access-control-allow-methods"]).split(", ")).toContain(spec.method);
    expect(reply.headers["access-control-allow-credentials"]).toBeUndefined();
  });

  it.each([...all.map(({ spec }) => [spec.method, pathOf(spec)]), ["GET", "/v1/unknown"]])(
    "is told that the reply to %s %s is no page, and gets no cookie",
    async (method = "", path = "") => {
      const { headers } = await test.call(method, path, { token: null });
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        "cache-control": "no-store",
      });
      expect(headers["set-cookie"]).toBeUndefined();
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    },
  );
});

it("a ticket opens a socket once", async () => {
  const { subprotocols } = (await test.call("POST", "/v1/tickets", { body: {} })).json() as {
    readonly subprotocols: readonly string[];
  };
  const headers = { Host: own, "Sec-WebSocket-Protocol": subprotocols.join(", ") };
  expect((await handshake(headers)).status).toBe(101);
  expect((await handshake(headers)).status).toBe(401);
});

describe("wrong tokens", () => {
  let attacked: TestServer;
  beforeAll(async () => {
    attacked = await startTestServer();
  });
  afterAll(() => attacked.close());

  it.each(all.filter(({ spec }) => spec.scope !== "none"))("are refused for $id", async ({ spec }) => {
    const reply = await attacked.call(spec.method, pathOf(spec), { token: `pictor_${"A".repeat(43)}` });
    expect(["API_CREDENTIAL_REFUSED", "API_TOO_MANY"]).toContain(reply.json()["code"]);
  });

  it("are counted, and lock out nobody who has the right one", async () => {
    expect((await attacked.call("GET", "/v1", { token: "wrong" })).status).toBe(429);
    expect((await attacked.call("GET", "/v1")).status).toBe(200);
  });
});
