// The APIs of plugins: what they can do for a caller, and that none of their mistakes harms the server.

import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { manifestOf, patience } from "@pictor/host/testing";
import { WebSocket } from "ws";
import { fault, PictorError, type Api, type ApiContext, type ApiProblem } from "@pictor/kernel";
import { echoApi } from "../testing/echo-api.js";
import { startTestServer, type TestServer } from "../testing/start-server.js";

/** The API /lab, whose answer each test sets. */
const lab: { fetch: Api["fetch"]; upgrade: NonNullable<Api["upgrade"]>; problem: Api["problem"] } = {
  fetch: () => new Response("unset"),
  upgrade: () => new Response("unset", { status: 400 }),
  problem: undefined,
};
const labPlugin = {
  manifest: manifestOf("api-lab", "api", {
    title: "Lab",
    contributes: {
      apis: [{ id: "lab", prefix: "/lab", title: "Lab", scopes: ["read"], webSocket: true, ownPort: true }],
    },
  }),
  plugin: () => ({
    provides: {
      apis: {
        lab: {
          fetch: (request: Request, context: ApiContext) => lab.fetch(request, context),
          upgrade: (request: Request, context: ApiContext) => lab.upgrade(request, context),
          problem: (problem: ApiProblem) => lab.problem?.(problem),
        },
      },
    },
  }),
};

/** A page of another server that may use the API. */
const listed = "https://panel.example";
const seen: string[] = [];
const warnings: string[] = [];
const test = await startTestServer({
  plugins: [labPlugin, echoApi(seen)],
  ports: () => [{ port: 0, path: "/lab/here" }],
  publicOrigins: ["https://studio.example"],
  origins: [listed],
  warn: (text) => warnings.push(text),
});
afterAll(() => test.close());

const ask = (options: Parameters<TestServer["call"]>[2] = {}, method = "GET") =>
  test.call(method, "/lab/any?a=%20b", options);
const readToken = async (): Promise<{ readonly token: string; readonly id: string }> => {
  const { token, id } = await test.createToken("reader", ["read"]);
  return { token, id: id };
};
const openSocket = async (url: string, token?: string): Promise<WebSocket> => {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const socket = new WebSocket(url.replace(/^http/, "ws"), { headers });
  await once(socket, "open");
  return socket;
};

describe("a mistake of an API gives a problem document:", () => {
  const mistakes: readonly (readonly [string, Api["fetch"], number, string])[] = [
    [
      "an exception",
      () => {
        throw new Error("lab broke");
      },
      500,
      "INTERNAL",
    ],
    ["a rejection", () => Promise.reject(new Error("lab broke")), 500, "INTERNAL"],
    ["no response", () => undefined as unknown as Response, 500, "INTERNAL"],
    ["an error with a code", () => Promise.reject(fault("BACKEND_NONE", {})), 422, "BACKEND_NONE"],
    [
      "an error with a status",
      () => Promise.reject(new PictorError("LAB_CLOSED", "The lab is closed.", "", {}, { status: 409 })),
      409,
      "LAB_CLOSED",
    ],
    [
      "a response whose body was read",
      async () => {
        const response = new Response("text");
        await response.text();
        return response;
      },
      500,
      "INTERNAL",
    ],
  ];
  it.each(mistakes)("%s", async (_title, fetch, status, code) => {
    lab.fetch = fetch;
    const reply = await ask();
    expect([reply.status, reply.json()["code"]]).toEqual([status, code]);
    expect(JSON.stringify(reply.json())).not.toContain("apis.test");
    lab.fetch = () => new Response("well again");
    expect((await ask()).bytes.toString()).toBe("well again");
  });

  it("unless the API has a shape of its own, also for a refused token, but not for a foreign page", async () => {
    lab.problem = ({ code, status }) => ({ error: { code, status } });
    lab.fetch = () => Promise.reject(fault("BACKEND_NONE", {}));
    expect((await ask()).json()).toEqual({ error: { code: "BACKEND_NONE", status: 422 } });
    expect((await ask({ token: "wrong" })).json()).toEqual({
      error: { code: "API_CREDENTIAL_REFUSED", status: 401 },
    });
    expect((await ask({ headers: { Origin: "https://example.org" } })).json()).toMatchObject({
      type: "urn:pictor:error:API_ORIGIN_REFUSED",
    });
    lab.problem = () => {
      throw new Error("no shape");
    };
    expect((await ask()).json()).toMatchObject({ type: "urn:pictor:error:BACKEND_NONE" });
    lab.problem = undefined;
  });

  it("in which a long text of the caller comes back in part, also in the shape of the API", async () => {
    lab.problem = ({ title, detail, details }) => ({ title, detail, details });
    const reason = "a".repeat(100_000);
    lab.fetch = () => Promise.reject(fault("INTERNAL", { reason }));
    expect((await ask()).bytes.length).toBeLessThan(10_000);
    lab.problem = undefined;
  });

  it("which the API may put into a reply of its own, without the token of a caller", async () => {
    const { token } = test.server;
    lab.fetch = (_request, { problemOf }) =>
      Response.json([problemOf(fault("BACKEND_NONE", {})), problemOf(new Error(`it was ${token}`))]);
    const text = (await ask()).bytes.toString();
    expect(JSON.parse(text)).toMatchObject([{ code: "BACKEND_NONE", status: 422 }, { code: "INTERNAL" }]);
    expect(text).not.toContain(token);
  });

  it("a body that breaks ends the connection, so that no client takes it for whole", async () => {
    lab.fetch = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            controller.enqueue(new Uint8Array(10));
            controller.error(new Error("lab broke"));
          },
        }),
      );
    await expect(ask()).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    expect((await test.call("GET", "/v1")).status).toBe(200);
  });
});

describe("a request", () => {
  it("has a reply that no browser takes for a page, whatever the API says", async () => {
    const loose = {
      "Content-Type": "text/html",
      "Content-Security-Policy": "default-src *",
      "X-Content-Type-Options": "none",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Referrer-Policy": "unsafe-url",
      "Cache-Control": "max-age=60",
    };
    lab.fetch = () => new Response("<p>page</p>", { headers: loose });
    expect((await ask()).headers).toMatchObject({
      "content-type": "text/html",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "cache-control": "max-age=60",
    });
  });

  it("reaches the API with path, query, headers and body as they were sent", async () => {
    lab.fetch = async (request) =>
      Response.json({
        url: request.url.replace(test.server.url, ""),
        header: request.headers.get("x-lab"),
        body: await request.text(),
      });
    const reply = await ask({ headers: { "X-Lab": "1", "Content-Type": "text/plain" }, body: "äöü" }, "POST");
    expect(reply.json()).toEqual({ url: "/lab/any?a=%20b", header: "1", body: "äöü" });
  });

  it("is aborted for the API when the client goes, and so is the body of the response", async () => {
    const ended: string[] = [];
    lab.fetch = (request) => {
      request.signal.addEventListener("abort", () => ended.push("signal"));
      return new Response(
        new ReadableStream({
          pull: (controller) => {
            controller.enqueue(new Uint8Array(100));
            return new Promise(() => undefined);
          },
          cancel: () => void ended.push("body"),
        }),
      );
    };
    const headers = { Authorization: `Bearer ${test.server.token}` };
    const request = httpRequest({ host: "127.0.0.1", port: test.port, path: "/lab/x", headers });
    request.end();
    const [response] = (await once(request, "response")) as [NodeJS.ReadableStream];
    await once(response, "data");
    request.on("error", () => undefined).destroy();
    await vi.waitFor(() => {
      expect([...ended].sort()).toEqual(["body", "signal"]);
    }, patience);
  });

  it("is not read ahead of the API, nor is a response written ahead of its client", async () => {
    const chunk = new Uint8Array(64 * 1024);
    let produced = 0;
    lab.fetch = async (request) => {
      const reader = request.body?.getReader();
      await reader?.read();
      await reader?.cancel();
      return new Response(
        new ReadableStream(
          {
            pull(controller) {
              produced += chunk.length;
              controller.enqueue(chunk);
            },
          },
          { highWaterMark: 0 },
        ),
      );
    };
    const socket = connect(test.port, "127.0.0.1");
    const head = ["POST /lab/x HTTP/1.1", `Host: 127.0.0.1:${test.port}`, "Content-Length: 400000000"];
    socket.write([...head, `Authorization: Bearer ${test.server.token}`, "", "x"].join("\r\n"));
    await once(socket, "readable");
    // The kernel's buffers take some; the rest waits for the client.
    for (let before = -1; before !== produced;) {
      before = produced;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(produced).toBeLessThan(32 * 1024 * 1024);
    socket.destroy();
  });

  it("loses cookies and permissions for other origins on the way back", async () => {
    lab.fetch = () =>
      new Response("ok", {
        headers: { "Set-Cookie": "a=b", "Access-Control-Allow-Origin": "*", "X-Lab": "1" },
      });
    const { headers } = await ask();
    expect(headers).toMatchObject({
      "x-lab": "1",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
    expect(headers["set-cookie"]).toBeUndefined();
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("loses headers by which a browser would change what it keeps of the whole origin", async () => {
    const names = ["Clear-Site-Data", "Strict-Transport-Security", "Alt-Svc", "NEL", "Report-To", "Refresh"];
    const more = [
      "Reporting-Endpoints",
      "Service-Worker-Allowed",
      "Accept-CH",
      "Attribution-Reporting-Register-Source",
    ];
    const all = [...names, ...more];
    lab.fetch = () => new Response("ok", { headers: Object.fromEntries(all.map((name) => [name, "x"])) });
    const { headers } = await ask();
    expect(all.filter((name) => headers[name.toLowerCase()] !== undefined)).toEqual([]);
  });

  it("is not asked with a method that no web-standard request has", async () => {
    lab.fetch = () => new Response("ok");
    expect(await test.codeOf("TRACE", "/lab/x")).toEqual([405, "API_METHOD_UNKNOWN"]);
  });

  it("is cut when its token is revoked", async () => {
    const { token, id } = await readToken();
    let begun = 0;
    lab.fetch = () => {
      begun++;
      return new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }));
    };
    const open = ask({ token });
    const cut = expect(open).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    await vi.waitFor(() => {
      expect(begun).toBe(1);
    }, patience);
    await test.call("DELETE", `/v1/tokens/${id}`);
    await cut;
  });
});

describe("the context", () => {
  it("is the local API with the rights of the caller", async () => {
    const { token, id } = await readToken();
    lab.fetch = async (_request, { pictor, caller }) => {
      const statusOf = async (...call: Parameters<typeof pictor.fetch>) =>
        (await pictor.fetch(...call)).status;
      const json = { "Content-Type": "application/json" };
      return Response.json({
        caller,
        read: await statusOf("/v1"),
        generate: await statusOf("/v1/jobs", { method: "POST", headers: json, body: "{}" }),
        admin: await statusOf(new URL("/v1/tokens", pictor.url)),
        request: await statusOf(new Request(`${pictor.url}/v1/workflows`)),
      });
    };
    expect((await ask({ token })).json()).toEqual({
      caller: { id, name: "reader", scopes: ["read"] },
      read: 200,
      generate: 403,
      admin: 403,
      request: 200,
    });
  });

  it.each([
    ["studio.example", "https://studio.example"],
    ["STUDIO.example", "https://studio.example"],
    ["localhost:PORT", "http://localhost:PORT"],
    ["127.0.0.1:PORT", "http://127.0.0.1:PORT"],
  ])(
    "knows by which address the client at %s has reached the server, and calls the local API there",
    async (host, origin) => {
      const numbered = (text: string): string => text.replace("PORT", String(test.port));
      lab.fetch = async (request, { pictor }) =>
        Response.json([request.url, (await pictor.fetch(new URL("/v1/workflows", request.url))).status]);
      const reply = await ask({ headers: { Host: numbered(host) } });
      expect(reply.json()).toEqual([`${numbered(origin)}/lab/any?a=%20b`, 200]);
    },
  );

  it("ends a reply when the signal of the call is aborted, also after the request was collected as garbage", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    lab.fetch = async (_request, { pictor }) => {
      const caller = new AbortController();
      const { body } = await pictor.fetch("/v1/events", { signal: caller.signal });
      const reader = body?.getReader();
      await reader?.read();
      for (let turn = 0; turn < 5; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
        collect();
      }
      caller.abort();
      return Response.json((await reader?.read())?.done);
    };
    expect((await ask()).bytes.toString()).toBe("true");
  });

  it("gives a revoked token no events, so that what follows a job gives up", async () => {
    const { token, id } = await readToken();
    const statuses: number[] = [];
    let begun = 0;
    lab.fetch = async (_request, { pictor, signal }) => {
      begun++;
      await once(signal, "abort");
      statuses.push((await pictor.fetch("/v1/events")).status);
      return new Response();
    };
    const cut = expect(ask({ token })).rejects.toThrow(/aborted|hang up|ECONNRESET/);
    await vi.waitFor(() => {
      expect(begun).toBe(1);
    }, patience);
    await test.call("DELETE", `/v1/tokens/${id}`);
    await cut;
    await vi.waitFor(() => {
      expect(statuses).toEqual([401]);
    }, patience);
  });

  it("sends nothing to other servers", async () => {
    lab.fetch = async (_request, { pictor }) => {
      await pictor.fetch("http://192.0.2.1/v1");
      return new Response();
    };
    expect((await ask()).json()["title"]).toContain("is not this server");
  });

  it("opens a backend for a caller who may generate, and for no other", async () => {
    lab.fetch = async (_request, { backend }) => {
      const reply = await (await backend("embedded")).send({ path: "/system_stats" });
      return new Response(reply.body, { status: reply.status });
    };
    expect((await ask()).json()).toHaveProperty("system.comfyui_version");
    const { token } = await readToken();
    expect((await ask({ token })).json()["code"]).toBe("API_SCOPE_MISSING");
    lab.fetch = async (_request, { backend }) => Response.json(Object.keys(await backend("nowhere")));
    const reply = await ask();
    expect([reply.status, reply.json()["code"]]).toEqual([404, "BACKEND_UNKNOWN"]);
  });
});

describe("a socket", () => {
  it("passes frames of text and bytes in both directions, and its end", async () => {
    const socket = await openSocket(`${test.server.url}/echo/socket`, test.server.token);
    for (const frame of ["text ä", Buffer.from([0, 255, 1]), "x".repeat(200_000)]) {
      socket.send(frame);
      const [data, isBinary] = (await once(socket, "message")) as [Buffer, boolean];
      expect([data.toString("hex"), isBinary]).toEqual([
        Buffer.from(frame).toString("hex"),
        typeof frame !== "string",
      ]);
    }
    socket.close(4000, "done");
    expect((await once(socket, "close"))[0]).toBe(4000);
  });

  it("is refused with the response of the API, or with the problem of its exception", async () => {
    const refusal = async (): Promise<readonly [number, string]> => {
      const headers = { Authorization: `Bearer ${test.server.token}` };
      const socket = new WebSocket(`ws://127.0.0.1:${test.port}/lab/socket`, { headers });
      const [, response] = (await once(socket, "unexpected-response")) as [
        unknown,
        NodeJS.ReadableStream & { readonly statusCode: number },
      ];
      let body = "";
      for await (const chunk of response) body += String(chunk);
      return [response.statusCode, body];
    };
    lab.upgrade = () => new Response("not here", { status: 404 });
    expect(await refusal()).toEqual([404, "not here"]);
    lab.upgrade = () => Promise.reject(new Error("lab broke"));
    expect(await refusal()).toEqual([500, expect.stringContaining('"code":"INTERNAL"')]);
  });

  it("is closed with a reason that says where it was cut, and has no half of a character", async () => {
    lab.upgrade = () => ({
      open: (socket) => ({ message: () => socket.close(4000, "🔑".repeat(100)), close: () => undefined }),
    });
    const socket = await openSocket(`${test.server.url}/lab/socket`, test.server.token);
    socket.send("end");
    const [, reason] = (await once(socket, "close")) as [number, Buffer];
    expect(reason.toString()).toBe(`${"🔑".repeat(30)}...`);
  });

  it("is closed with 1011 when the API fails on it, and the person at the server is told why", async () => {
    lab.upgrade = () => ({
      open: () => ({ message: () => Promise.reject(new Error("lab broke")), close: () => undefined }),
    });
    const socket = await openSocket(`${test.server.url}/lab/socket`, test.server.token);
    socket.send("x");
    expect((await once(socket, "close"))[0]).toBe(1011);
    expect(warnings).toEqual(["A WebSocket of the API lab was closed, because the API failed: lab broke"]);
    expect((await test.call("GET", "/v1")).status).toBe(200);
  });

  it("is not read while the API is busy with a frame", async () => {
    let taken = 0;
    let release = (): void => undefined;
    const free = new Promise<void>((resolve) => (release = resolve));
    lab.upgrade = () => ({
      open: () => ({
        message: () => {
          taken++;
          return free;
        },
        close: () => undefined,
      }),
    });
    const socket = await openSocket(`${test.server.url}/lab/socket`, test.server.token);
    const frame = Buffer.alloc(1024 * 1024);
    for (let index = 0; index < 20; index++) socket.send(frame);
    await vi.waitFor(() => {
      expect(taken).toBeGreaterThan(0);
    }, patience);
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBeLessThan(5);
    expect(socket.bufferedAmount).toBeGreaterThan(0);
    release();
    await vi.waitFor(() => {
      expect(taken).toBe(20);
    }, patience);
    socket.close();
    await once(socket, "close");
  });

  it("is closed with 4401 when its token is revoked", async () => {
    const { token, id } = await readToken();
    lab.upgrade = () => ({ open: () => ({ message: () => undefined, close: () => undefined }) });
    const socket = await openSocket(`${test.server.url}/lab/socket`, token);
    const closed = once(socket, "close");
    await test.call("DELETE", `/v1/tokens/${id}`);
    expect((await closed)[0]).toBe(4401);
  });
});

describe("a server without a port", () => {
  let closed: TestServer;
  beforeAll(async () => {
    closed = await startTestServer({ plugins: [labPlugin], builtins: "none", port: "none" });
  });
  afterAll(() => closed.close());

  it("answers its own process alone, with the given scopes", async () => {
    lab.fetch = async (request, { caller, pictor }) =>
      Response.json({
        path: new URL(request.url).pathname,
        scopes: caller.scopes,
        name: caller.name,
        statuses: await Promise.all(
          ["/v1/workflows", "/v1/tokens"].map(async (path) => (await pictor.fetch(path)).status),
        ),
      });
    const call = await closed.server.openApi("lab", { name: "here", scopes: ["read"] });
    const reply = await call(new Request("http://localhost/lab/x"));
    expect([closed.server.url, await reply.json()]).toEqual([
      "",
      { path: "/lab/x", scopes: ["read"], name: "here", statuses: [200, 403] },
    ]);
  });

  it("gives each caller an id of its own, and ends its signal with the server", async () => {
    const seen: ApiContext[] = [];
    lab.fetch = (_request, context) => {
      seen.push(context);
      return new Response();
    };
    const here = await startTestServer({ plugins: [labPlugin], builtins: "none", port: "none" });
    for (const name of ["a", "a"])
      await (
        await here.server.openApi("lab", { name, scopes: ["read"] })
      )(new Request("http://localhost/lab"));
    await here.close();
    expect(new Set(seen.map(({ caller }) => caller.id)).size).toBe(2);
    expect(seen.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  });

  it("opens no API without its scopes, and none that does not exist", async () => {
    const open = (id: string) => closed.server.openApi(id, { name: "here", scopes: [] });
    await expect(open("lab")).rejects.toMatchObject({ code: "API_SCOPE_MISSING" });
    await expect(open("nothing")).rejects.toMatchObject({ code: "API_UNKNOWN" });
  });
});

describe("a port of its own", () => {
  const own = (): URL => new URL(test.server.ports[0]?.url ?? "");
  const send = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const request = httpRequest({ host: "127.0.0.1", port: own().port, path, headers });
    request.end();
    const [response] = (await once(request, "response")) as [
      NodeJS.ReadableStream & { readonly statusCode: number; readonly headers: object },
    ];
    let body = "";
    for await (const chunk of response) body += String(chunk);
    return { status: response.statusCode, body, headers: response.headers };
  };
  const pathOf: Api["fetch"] = (request, { caller }) =>
    new Response(`${new URL(request.url).pathname} ${caller.scopes.join()}`);

  it("serves its path without a token, and adds no headers", async () => {
    lab.fetch = pathOf;
    const reply = await send("/x/y?z=1");
    expect(reply).toMatchObject({ status: 200, body: "/lab/here/x/y generate" });
    expect(reply.headers).not.toHaveProperty("content-security-policy");
  });

  it.each([
    ["/lab/here", "/lab/here"],
    ["/lab/here/x?z=1", "/lab/here/x"],
    ["/lab/hereafter", "/lab/here/lab/hereafter"],
    ["/lab/here/../../v1/jobs", "/lab/here/v1/jobs"],
  ])("takes %s, which may have the path already, for %s", async (path, served) => {
    lab.fetch = pathOf;
    expect((await send(path)).body).toBe(`${served} generate`);
  });

  it.each(["/../../v1/jobs", "/..%2f..%2fv1/jobs", "/%2e%2e/%2e%2e/v1/tokens", "//v1/jobs", "/../echo/x"])(
    "has nothing outside of this path: %s",
    async (path) => {
      lab.fetch = pathOf;
      expect((await send(path)).body).toMatch(/^\/lab\/here\//);
    },
  );

  it.each<[string, Readonly<Record<string, string>>, number]>([
    ["a foreign origin", { Origin: "https://evil.example" }, 403],
    ["a rebound name", { Host: "evil.example:PORT" }, 421],
    ["a listed page", { "Sec-Fetch-Site": "cross-site", Origin: listed }, 200],
  ])("answers %s as the port of the API does", async (_title, { Host, ...rest }, status) => {
    const headers = { ...rest, ...(Host && { Host: Host.replace("PORT", own().port) }) };
    lab.fetch = pathOf;
    expect((await send("/x", headers)).status).toBe(status);
    lab.upgrade = () => ({ open: () => ({ message: () => undefined, close: () => undefined }) });
    const socket = new WebSocket(`ws://127.0.0.1:${own().port}/socket`, { headers });
    const opened = await Promise.race([
      once(socket, "open").then(() => 200),
      once(socket, "unexpected-response").then(([, reply]) => (reply as { statusCode: number }).statusCode),
    ]);
    socket.on("error", () => undefined).terminate();
    // Browsers do not send Sec-Fetch-Site with handshakes; who sends it is judged by it.
    expect(opened).toBe(status);
  });

  it("lets a listed page ask before it sends, and read the reply", async () => {
    lab.fetch = pathOf;
    const page = { Origin: listed, "Sec-Fetch-Site": "cross-site" };
    const asked = { "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "comfy-user" };
    const url = `${own().origin}/x`;
    const preflight = await fetch(url, { method: "OPTIONS", headers: { ...page, ...asked } });
    const reply = await fetch(url, { headers: page });
    const allowed = (name: string) => preflight.headers.get(`access-control-allow-${name}`);
    expect([preflight.status, allowed("origin"), allowed("headers")]).toEqual([204, listed, "comfy-user"]);
    expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([200, listed]);
  });

  it("is refused for an API that does not permit it, and for a path without one", async () => {
    const start = (path: string) =>
      startTestServer({ plugins: [labPlugin, echoApi([])], ports: () => [{ port: 0, path }] });
    await expect(start("/bearer")).rejects.toMatchObject({ code: "API_PORT_REFUSED" });
    await expect(start("/nothing")).rejects.toMatchObject({ code: "API_ROUTE_UNKNOWN" });
  });
});

describe("a handshake of a page, which can send no header,", () => {
  const shake = async (...credential: readonly string[]): Promise<number> => {
    lab.upgrade = () => ({ open: () => ({ message: () => undefined, close: () => undefined }) });
    const offered = ["pictor.v1", ...credential];
    const socket = new WebSocket(`ws://127.0.0.1:${test.port}/lab/ws`, offered, { origin: listed });
    socket.on("error", () => undefined);
    const status = await Promise.race([
      once(socket, "open").then(() => 101),
      once(socket, "unexpected-response").then(([, reply]) => (reply as { statusCode: number }).statusCode),
    ]);
    if (status === 101) expect(socket.protocol).toBe("pictor.v1");
    socket.terminate();
    return status;
  };

  it("carries a token or a ticket in the subprotocol, which the API does not see", async () => {
    const { token, id } = await readToken();
    expect(await shake(`pictor.token.${token}`)).toBe(101);
    const { subprotocols } = (await test.call("POST", "/v1/tickets", { token, body: {} })).json();
    const [, ticket = ""] = subprotocols as readonly string[];
    expect([await shake(ticket), await shake(ticket)]).toEqual([101, 401]);
    await test.call("DELETE", `/v1/tokens/${id}`);
    expect([await shake(), await shake(`pictor.token.${token}`)]).toEqual([401, 401]);
  });

  it("opens the events with a token in the subprotocol, too", async () => {
    const { token } = await readToken();
    const url = `ws://127.0.0.1:${test.port}/v1/events/socket`;
    const socket = new WebSocket(url, ["pictor.v1", `pictor.token.${token}`], { origin: listed });
    await once(socket, "open");
    socket.terminate();
  });
});
