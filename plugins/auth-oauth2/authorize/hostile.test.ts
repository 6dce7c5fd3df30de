// Forged, stray and broken requests: each is answered with a constant page, and the flow can still be finished.

import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import {
  arrive,
  ask,
  begin,
  callbackOf,
  openSocket,
  portOf,
  sendRaw,
  startedUrl,
  waitFor,
} from "./authorize.test.support.js";
import type { Flow } from "./authorize.test.support.js";

async function expectFinishes(flow: Flow, sent: URL): Promise<void> {
  await arrive(callbackOf(sent, { code: "the-right-one" }));
  expect((await flow.result).parameters.get("code")).toBe("the-right-one");
  expect(flow.clock.pending()).toBe(0);
}

const host = (port: number) => `Host: localhost:${port}\r\n`;
const get = (target: string, port: number, headers = "") =>
  `GET ${target} HTTP/1.1\r\n${host(port)}${headers}\r\n`;
const right = (state: string) => `/callback?code=forged&state=${state}`;

type Forged = readonly [situation: string, bytes: (port: number, state: string) => string, status: number];
const forged: readonly Forged[] = [
  ["another state", (port) => get("/callback?code=forged&state=x", port), 400],
  ["no state", (port) => get("/callback?code=forged", port), 400],
  ["an error without the state", (port) => get("/callback?error=access_denied", port), 400],
  ["no parameters at all", (port) => get("/callback", port), 400],
  ["two codes", (port, state) => get(`${right(state)}&code=b`, port), 400],
  ["two states", (port, state) => get(`${right(state)}&state=${state}`, port), 400],
  ["a code and an error", (port, state) => get(`${right(state)}&error=b`, port), 400],
  ["neither code nor error", (port, state) => get(`/callback?state=${state}`, port), 400],
  [
    "a line break in the code",
    (port, state) => get(`/callback?code=a%0d%0aX-Evil:%201&state=${state}`, port),
    400,
  ],
  ["a line break in the path", (port) => get("/callback%0d%0aX-Evil:%201?code=a", port), 404],
  ["the icon of the page", (port) => get("/favicon.ico", port), 404],
  ["the root", (port) => get("/", port), 404],
  ["a start page that was guessed", (port) => get("/start/guess", port), 404],
  ["HEAD", (port, state) => `HEAD ${right(state)} HTTP/1.1\r\n${host(port)}\r\n`, 405],
  [
    "POST with a body",
    (port, state) =>
      `POST ${right(state)} HTTP/1.1\r\n${host(port)}Content-Length: 5\r\nContent-Type: text/plain\r\n\r\nabcde`,
    405,
  ],
  [
    "POST with a body that never comes",
    (port, state) => `POST ${right(state)} HTTP/1.1\r\n${host(port)}Content-Length: 999999999\r\n\r\n`,
    405,
  ],
  ["OPTIONS before a script's request", (port) => `OPTIONS /callback HTTP/1.1\r\n${host(port)}\r\n`, 405],
  ["a rebound name", (port, state) => get(right(state), port).replace("localhost", "evil.example"), 421],
  ["another port in Host", (port, state) => get(right(state), port).replace(/(localhost:\d+)/, "$11"), 421],
  ["nonsense in Host", (port, state) => get(right(state), port).replace(/localhost:\d+/, "[::1"), 421],
  ["no Host in HTTP/1.0", (_port, state) => `GET ${right(state)} HTTP/1.0\r\n\r\n`, 421],
  ["no Host in HTTP/1.1", (_port, state) => `GET ${right(state)} HTTP/1.1\r\n\r\n`, 400],
  [
    "fetch() of another page",
    (port, state) => get(right(state), port, "Origin: https://evil.example\r\n"),
    403,
  ],
  [
    "an image on another page",
    (port, state) => get(right(state), port, "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"),
    403,
  ],
  [
    "a WebSocket",
    (port, state) =>
      get(right(state), port, "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-Fetch-Mode: websocket\r\n"),
    403,
  ],
  ["a request line of 64 KiB", (port) => get(`/callback?code=${"a".repeat(65_536)}`, port), 431],
  ["headers of 64 KiB", (port) => get("/callback", port, `X: ${"a".repeat(65_536)}\r\n`), 431],
  ["no HTTP", () => "\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n", 400],
  [
    "a header that is two",
    (port) => get("/callback", port, "Content-Length: 1\r\nContent-Length: 2\r\n"),
    400,
  ],
];

describe("the flow goes on after", () => {
  it.each(forged)("%s", async (_situation, bytes, status) => {
    const flow = await begin();
    const sent = await startedUrl(flow);
    const given = bytes(portOf(flow), sent.searchParams.get("state") ?? "");
    for (const address of ["127.0.0.1", "::1"]) {
      const answer = await sendRaw(portOf(flow), given, address);
      expect(answer.split("\r\n", 1)[0]).toContain(` ${status} `);
      expect(answer).not.toMatch(/evil|forged|location:/i);
    }
    await expectFinishes(flow, sent);
  });

  it("requests in a row on one connection: the first is answered, the rest is not listened to", async () => {
    const flow = await begin();
    const sent = await startedUrl(flow);
    const port = portOf(flow);
    const row = get("/favicon.ico", port) + get(right(sent.searchParams.get("state") ?? ""), port);
    expect(await sendRaw(port, row)).toContain(" 404 ");
    await expectFinishes(flow, sent);
  });

  it("100 connections that say nothing or half a word", async () => {
    const flow = await begin();
    const sent = await startedUrl(flow);
    const sockets: Socket[] = [];
    for (let index = 0; index < 100; index++) {
      const address = index % 2 === 0 ? "127.0.0.1" : "::1";
      sockets.push(await openSocket(portOf(flow), address, index % 3 === 0 ? "" : "GET /callback?co"));
    }
    await expectFinishes(flow, sent);
    await waitFor(() => sockets.every(({ closed }) => closed));
  });

  it("a connection that ends before its answer", async () => {
    const flow = await begin();
    const sent = await startedUrl(flow);
    for (let index = 0; index < 20; index++) {
      const socket = await openSocket(portOf(flow), "127.0.0.1", get("/favicon.ico", portOf(flow)));
      if (index % 2 === 0) socket.resetAndDestroy();
      else socket.end();
    }
    await expectFinishes(flow, sent);
  });
});

describe("every page", () => {
  it("is constant, in a cage, and says whose it is", async () => {
    const flow = await begin();
    const sent = await startedUrl(flow);
    const [origin, marker] = [`http://localhost:${portOf(flow)}`, "<i>reflected</i>"];
    const answers = [
      await ask(`${origin}/callback?code=${encodeURIComponent(marker)}&error_description=${marker}`),
      await ask(`${origin}/${encodeURIComponent(marker)}`),
      await ask(`${origin}/callback`, { method: "POST", body: marker }),
      await ask(`${origin}/callback`, { headers: { origin: marker } }),
      await ask(`${origin}/callback`, { headers: { host: marker } }),
      await ask(flow.person.opened[0] ?? "", { headers: { "sec-purpose": "prefetch" } }),
      await arrive(callbackOf(sent, { code: "a" })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 404, 405, 403, 421, 503, 200]);
    for (const { headers, body } of answers) {
      expect(headers).toMatchObject({
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "content-type": "text/html; charset=utf-8",
        connection: "close",
      });
      expect(body).not.toContain("reflected");
      expect(body).toMatch(/Pictor.*close this window/s);
    }
    expect(answers[2]?.headers.allow).toBe("GET");
    await flow.result;
  });

  it("is in the same cage when it sends the browser on", async () => {
    const flow = await begin();
    const start = await ask(flow.person.opened[0] ?? "");
    const callback = callbackOf(new URL(start.headers.location ?? ""), { code: "a" });
    const arrived = await ask(callback);
    for (const { status, headers, body } of [start, arrived]) {
      expect([status, body, headers["referrer-policy"]]).toEqual([303, "", "no-referrer"]);
      expect(headers["cache-control"]).toBe("no-store");
    }
    await ask(new URL(arrived.headers.location ?? "", callback).href);
    await flow.result;
  });
});
