// Requests and sockets through real proxies: credentials, refusals, redirects. Only the proxies resolve server.test.

import { inspect } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { settlePromises } from "@pictor/host/testing";
import { fixture, serveProxy, serveTls } from "../testing/proxies.js";
import { caught, ignore, lab, redirectTo, serveSockets, type Loopback } from "../testing/loopback-servers.js";

/** The address of the server under the name that only the proxy resolves. */
const named = (address: string): string => address.replace("127.0.0.1", "server.test");
const ca = [fixture("authority")];
const credentials = "an@na:s/ecret";
const basic = `Basic ${Buffer.from(credentials).toString("base64")}`;

/** With credentials, the address of the proxy comes from a reference. */
function through(origin: string, userinfo?: string) {
  if (userinfo === undefined) return { http: origin, https: origin };
  const [user = "", password = ""] = userinfo.split(":");
  process.env["PICTOR_TEST_PROXY"] = origin.replace(
    "://",
    `://${encodeURIComponent(user)}:${encodeURIComponent(password)}@`,
  );
  return { http: { $env: "PICTOR_TEST_PROXY" }, https: { $env: "PICTOR_TEST_PROXY" } };
}

describe("a request", () => {
  it("over http: is forwarded with its absolute address, including repeated headers", async () => {
    const [server, between] = [await lab.serve(), await serveProxy()];
    const pictor = await lab.pictor({ proxy: through(between.origin) });
    const url = `${named(server.origin)}/p%20a?q=%7e`;
    const headers: [string, string][] = [
      ["X-Two", "1"],
      ["X-Two", "2"],
    ];
    const reply = await pictor.send({ method: "POST", url, headers, body: "b" });
    expect([reply.status, await reply.text(), reply.url]).toEqual([200, "ok", url]);
    expect(between.arrived).toMatchObject([{ line: `POST ${url}`, host: new URL(url).host }]);
    expect(server.arrived).toMatchObject([
      { url: "/p%20a?q=%7e", body: "b", headers: { "x-two": "1, 2", host: new URL(url).host } },
    ]);
  });

  it("over https: goes through a tunnel, and ends at the server's own certificate", async () => {
    const [server, between] = [await serveTls(), await serveProxy()];
    const pictor = await lab.pictor({ proxy: through(between.origin), ca });
    for (let round = 0; round < 2; round++) {
      const reply = await pictor.send({
        url: named(server.origin),
        headers: [
          ["x-two", "1"],
          ["x-two", "2"],
        ],
      });
      expect([reply.status, await reply.text()]).toEqual([200, "over TLS"]);
      await settlePromises();
    }
    const authority = `server.test:${server.port}`;
    expect(between.arrived).toEqual([
      { line: `CONNECT ${authority}`, host: authority, authorization: undefined },
    ]);
    expect(server.arrived.map(({ headers }) => headers["x-two"])).toEqual(["1, 2", "1, 2"]);
  });

  it("reaches a proxy over TLS", async () => {
    const [plain, server, between] = [
      await lab.serve(),
      await serveTls(),
      await serveProxy({ overTls: true }),
    ];
    serveSockets(plain, () => undefined);
    const pictor = await lab.pictor({ proxy: through(between.origin), ca });
    expect(await (await pictor.send({ url: named(plain.origin) })).text()).toBe("ok");
    expect(await (await pictor.send({ url: named(server.origin) })).text()).toBe("over TLS");
    // A name that the proxy's certificate does not contain.
    const socket = await pictor.connect({ url: plain.ws.replace("127.0.0.1", "other.test") }, ignore);
    await socket.close();
    expect(between.arrived).toHaveLength(3);
  });

  it.each<[string, object]>([
    ["this machine", {}],
    ["what NO_PROXY covers", { no: ["127.0.0.0/8"], loopback: true }],
  ])("to %s goes directly", async (_name, more) => {
    const [server, between] = [await lab.serve(), await serveProxy()];
    const pictor = await lab.pictor({ proxy: { ...through(between.origin), ...more } });
    await (await pictor.send({ url: server.origin })).discard();
    expect([server.arrived.length, between.arrived]).toEqual([1, []]);
  });

  it("chooses the proxy for each redirect again", async () => {
    const [web, tls] = [await serveProxy({ credentials }), await serveProxy()];
    const target = await serveTls();
    const server: Loopback = await lab.serve((request, response) => {
      const next = request.url === "/" ? `${named(server.origin)}/proxied` : named(target.origin);
      redirectTo(() => next)(request, response);
    });
    const http = through(web.origin, credentials).http;
    const pictor = await lab.pictor({ proxy: { http, https: tls.origin }, ca });
    const reply = await pictor.send({ url: server.origin });
    expect([await reply.text(), reply.hops.length]).toEqual(["over TLS", 3]);
    expect(web.arrived.map(({ line }) => line)).toEqual([`GET ${named(server.origin)}/proxied`]);
    expect(tls.arrived).toEqual([
      {
        line: `CONNECT server.test:${target.port}`,
        host: `server.test:${target.port}`,
        authorization: undefined,
      },
    ]);
  });
});

it.each(["ws", "wss"])("a socket over %s: goes through a tunnel", async (scheme) => {
  const [server, between] = [
    scheme === "ws" ? await lab.serve() : await serveTls(),
    await serveProxy({ credentials }),
  ];
  const { handshakes } = serveSockets(server, (send) => send("hello"));
  const pictor = await lab.pictor({ proxy: through(between.origin, credentials), ca });
  const hello = new Promise((resolve) => {
    const handlers = { ...ignore, message: resolve };
    onTestFinished(async () => (await opening).close());
    const opening = pictor.connect({ url: `${named(server.ws)}/ws?a=1` }, handlers);
  });
  expect(await hello).toBe("hello");
  expect(between.arrived).toMatchObject([
    { line: `CONNECT ${new URL(named(server.ws)).host}`, authorization: basic },
  ]);
  expect(handshakes).toMatchObject([{ url: "/ws?a=1" }]);
  expect(JSON.stringify(handshakes)).not.toContain("proxy-authorization");
});

describe("a proxy's credentials", () => {
  it("go to the proxy only", async () => {
    const [server, tls, between] = [await lab.serve(), await serveTls(), await serveProxy({ credentials })];
    const pictor = await lab.pictor({ proxy: through(between.origin, credentials), ca });
    for (const origin of [server.origin, tls.origin])
      expect((await pictor.send({ url: named(origin) })).status).toBe(200);
    expect(between.arrived.map(({ authorization }) => authorization)).toEqual([basic, basic]);
    expect(JSON.stringify([server.arrived, tls.arrived.map(({ rawHeaders }) => rawHeaders)])).not.toMatch(
      /proxy-authorization/i,
    );
  });

  it("are never shown", async () => {
    const [server, between] = [await lab.serve(), await serveProxy({ credentials: "others:only" })];
    const pictor = await lab.pictor({ proxy: through(between.origin, credentials) });
    const refused: unknown = await pictor.send({ url: named(server.origin) }).catch(caught);
    expect(inspect(refused, { depth: 9 }) + JSON.stringify(refused)).not.toMatch(
      /s\/ecret|s%2Fecret|YW5AbmE6/,
    );
    for (const text of [credentials, basic, "s/ecret", "s%2Fecret"])
      expect(pictor.redact(`-${text}-`)).toMatch(/^-(Basic )?\*\*\*-$/);
  });
});

describe("a proxy that refuses", () => {
  const targets = {
    "http:": "http://server.test/",
    "https:": "https://server.test/",
    "ws:": "ws://server.test/",
  };
  const failure = async (scheme: keyof typeof targets, address: object): Promise<unknown> => {
    const pictor = await lab.pictor({ proxy: address, connectTimeoutMs: 200 });
    const url = targets[scheme];
    return (scheme === "ws:" ? pictor.connect({ url }, ignore) : pictor.send({ url })).catch(caught);
  };
  const schemes = Object.keys(targets) as (keyof typeof targets)[];

  it.each(schemes)("because of wrong credentials is named, for %s", async (scheme) => {
    const between = await serveProxy({ credentials: "others:only" });
    expect(await failure(scheme, through(between.origin, credentials))).toMatchObject({
      code: "REQUEST_FAILED",
      message: expect.stringMatching(new RegExp(`the proxy ${between.origin} refused .* with status 407`)),
      hint: expect.stringMatching(/^Give the proxy the name and the password/),
    });
    expect(between.arrived).toHaveLength(1);
  });

  it.each(["https:", "ws:"] as const)(
    "because it cannot reach the server is named, for %s",
    async (scheme) => {
      const between = await serveProxy({ behavior: 502 });
      expect(await failure(scheme, through(between.origin))).toMatchObject({
        code: "REQUEST_FAILED",
        message: expect.stringMatching(
          new RegExp(`the proxy ${between.origin} refused a connection to server.test:\\d+ with status 502`),
        ),
      });
    },
  );

  it("because it cannot reach an http: server returns its reply", async () => {
    const between = await serveProxy({ behavior: 502 });
    expect(await failure("http:", through(between.origin))).toMatchObject({ status: 502 });
  });

  it.each(["https:", "ws:"] as const)("by closing the connection is named, for %s", async (scheme) => {
    const between = await serveProxy({ behavior: "drop" });
    expect(await failure(scheme, through(between.origin))).toMatchObject({
      code: "REQUEST_FAILED",
      message: expect.stringContaining(`the proxy ${between.origin} did not answer: other side closed`),
    });
    expect(between.arrived).toHaveLength(1);
  });

  it.each(schemes)("connections is named, for %s", async (scheme) => {
    const between = await serveProxy();
    await between.close();
    expect(await failure(scheme, through(between.origin))).toMatchObject({
      code: "REQUEST_FAILED",
      message: expect.stringMatching(
        new RegExp(`the proxy ${between.origin} did not answer: .*ECONNREFUSED`),
      ),
    });
  });

  it.each(schemes)("because it is not a proxy is named, for %s", async (scheme) => {
    const proxies = { http: "socks5://127.0.0.1:1080", https: "socks5://127.0.0.1:1080" };
    expect(await failure(scheme, proxies)).toMatchObject({ code: "NETWORK_PROXY_INVALID" });
  });
});
