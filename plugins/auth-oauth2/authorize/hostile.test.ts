// Forged and malformed requests: each gets a constant page, and the flow can still be completed.

import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import {
  followCallback,
  httpRequest,
  startFlow,
  callbackUrlOf,
  openSocket,
  portOf,
  sendRaw,
  openStartPage,
  waitFor,
} from "../testing/authorization-flow.js";
import type { Flow } from "../testing/authorization-flow.js";

async function expectCompletes(flow: Flow, sent: URL): Promise<void> {
  await followCallback(callbackUrlOf(sent, { code: "the-right-one" }));
  expect((await flow.result).code).toBe("the-right-one");
  expect(flow.clock.pending()).toBe(0);
}

const host = (port: number) => `Host: localhost:${port}\r\n`;
const get = (target: string, port: number, headers = "") =>
  `GET ${target} HTTP/1.1\r\n${host(port)}${headers}\r\n`;
const validTarget = (state: string) => `/callback?code=forged&state=${state}`;

/** One request for each page; the test of `routeOf` has the others. The rest is for Node to refuse. */
type Forged = readonly [situation: string, bytes: (port: number, state: string) => string, status: number];
const forged: readonly Forged[] = [
  ["another state", (port) => get("/callback?code=forged&state=x", port), 400],
  ["two codes", (port, state) => get(`${validTarget(state)}&code=b`, port), 400],
  ["a line break in the path", (port) => get("/callback%0d%0aX-Evil:%201?code=a", port), 404],
  [
    "POST with a body",
    (port, state) =>
      `POST ${validTarget(state)} HTTP/1.1\r\n${host(port)}Content-Length: 5\r\nContent-Type: text/plain\r\n\r\nabcde`,
    405,
  ],
  [
    "POST with a body that never arrives",
    (port, state) => `POST ${validTarget(state)} HTTP/1.1\r\n${host(port)}Content-Length: 999999999\r\n\r\n`,
    405,
  ],
  [
    "a rebound host name",
    (port, state) => get(validTarget(state), port).replace("localhost", "evil.org"),
    421,
  ],
  ["no Host in HTTP/1.0", (_port, state) => `GET ${validTarget(state)} HTTP/1.0\r\n\r\n`, 421],
  [
    "fetch() of another page",
    (port, state) => get(validTarget(state), port, "Origin: https://a.org\r\n"),
    403,
  ],
  ["a request line of 64 KiB", (port) => get(`/callback?code=${"a".repeat(65_536)}`, port), 431],
  ["bytes that are not HTTP", () => "\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n", 400],
];

describe("the flow continues after", () => {
  it.each(forged)("%s", async (_situation, bytes, status) => {
    const flow = await startFlow();
    const sent = await openStartPage(flow);
    const given = bytes(portOf(flow), sent.searchParams.get("state") ?? "");
    for (const address of ["127.0.0.1", "::1"]) {
      const reply = await sendRaw(portOf(flow), given, address);
      expect(reply.split("\r\n", 1)[0]).toContain(` ${status} `);
      expect(reply).not.toMatch(/evil|forged|location:/i);
    }
    await expectCompletes(flow, sent);
  });

  it("two requests on one connection, of which only the first is answered", async () => {
    const flow = await startFlow();
    const sent = await openStartPage(flow);
    const port = portOf(flow);
    const requests = get("/favicon.ico", port) + get(validTarget(sent.searchParams.get("state") ?? ""), port);
    expect(await sendRaw(port, requests)).toContain(" 404 ");
    await expectCompletes(flow, sent);
  });

  it("100 connections that send nothing or an incomplete request", async () => {
    const flow = await startFlow();
    const sent = await openStartPage(flow);
    const sockets: Socket[] = [];
    for (let index = 0; index < 100; index++) {
      const address = index % 2 === 0 ? "127.0.0.1" : "::1";
      sockets.push(await openSocket(portOf(flow), address, index % 3 === 0 ? "" : "GET /callback?co"));
    }
    await expectCompletes(flow, sent);
    await waitFor(() => sockets.every(({ closed }) => closed));
  });

  it("connections that end before their reply", async () => {
    const flow = await startFlow();
    const sent = await openStartPage(flow);
    for (let index = 0; index < 20; index++) {
      const socket = await openSocket(portOf(flow), "127.0.0.1", get("/favicon.ico", portOf(flow)));
      if (index % 2 === 0) socket.resetAndDestroy();
      else socket.end();
    }
    await expectCompletes(flow, sent);
  });
});

describe("every page", () => {
  it("is constant, has protective headers, and names Pictor", async () => {
    const flow = await startFlow();
    const sent = await openStartPage(flow);
    const [origin, marker] = [`http://localhost:${portOf(flow)}`, "<i>reflected</i>"];
    const replies = [
      await httpRequest(`${origin}/callback?code=${encodeURIComponent(marker)}&error_description=${marker}`),
      await httpRequest(`${origin}/${encodeURIComponent(marker)}`),
      await httpRequest(`${origin}/callback`, { method: "POST", body: marker }),
      await httpRequest(`${origin}/callback`, { headers: { origin: marker } }),
      await httpRequest(`${origin}/callback`, { headers: { host: marker } }),
      await httpRequest(flow.user.opened[0] ?? "", { headers: { "sec-purpose": "prefetch" } }),
      await followCallback(callbackUrlOf(sent, { code: "a" })),
    ];
    expect(replies.map(({ status }) => status)).toEqual([400, 404, 405, 403, 421, 503, 200]);
    for (const { headers, body } of replies) {
      expect(headers).toMatchObject({
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "content-type": "text/html; charset=utf-8",
        connection: "close",
      });
      expect(body).not.toContain("reflected");
      expect(body).toMatch(/Pictor/);
    }
    expect(replies[2]?.headers.allow).toBe("GET");
    await flow.result;
  });

  it("has the same headers in a redirect", async () => {
    const flow = await startFlow();
    const { status, headers, body } = await httpRequest(flow.user.opened[0] ?? "");
    expect([status, body, headers["referrer-policy"]]).toEqual([303, "", "no-referrer"]);
    expect(headers["cache-control"]).toBe("no-store");
    flow.cancel();
  });
});
