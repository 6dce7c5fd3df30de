// Clients that hold a connection and do not go on: the server ends it, other clients notice nothing, and nothing is left.

import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { patience } from "@pictor/host/testing";
import { headOf, sendBytes } from "../testing/raw-client.js";
import { readStream } from "../testing/read-stream.js";
import { startTestServer, type TestServer } from "../testing/start-server.js";

const timeLimits = { headersMs: 100, requestMs: 200, keepAliveMs: 100, idleMs: 400, checkMs: 20 };
/** Sockets of both ends in this process. */
const openSockets = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;

let before: number;
let test: TestServer;
beforeEach(async () => {
  before = openSockets();
  test = await startTestServer({ timeLimits });
});
afterEach(async () => {
  expect((await test.call("GET", "/healthz")).status).toBe(200);
  expect((await test.call("GET", "/v1/jobs")).json()["jobs"]).toEqual([]);
  await test.close();
  await vi.waitFor(() => {
    expect(openSockets()).toBeLessThanOrEqual(before);
  }, patience);
});

const upgrade = (path: string, more = ""): string =>
  `GET ${path} HTTP/1.1\r\n${headOf(test)}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n${more}`;
const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/** Sends the bytes of a text one by one, as long as the connection is open. */
function trickle(text: string): (socket: Socket) => void {
  return (socket) => {
    let sent = 0;
    const timer = setInterval(() => socket.write(text[sent++ % text.length] ?? ""), 10);
    socket.on("close", () => clearInterval(timer));
  };
}

describe("a connection ends", () => {
  it.each([
    ["on which nothing is sent", "", undefined],
    ["whose headers do not end", "GET /v1 HTTP/1.1\r\nX-A: ", undefined],
    ["whose headers arrive byte by byte", "GET /v1 HTTP/1.1\r\nX-A: ", "b"],
    ["whose handshake does not end", "GET /v1/events/socket HTTP/1.1\r\nUpgrade: websocket\r\n", undefined],
  ])("%s", async (_title, text, rest) => {
    expect(await sendBytes(test.port, text, rest === undefined ? undefined : trickle(rest))).toMatch(
      /^$|^HTTP\/1\.1 4\d\d /,
    );
  });

  const post = () => `POST /v1/jobs HTTP/1.1\r\n${headOf(test)}Content-Type: application/json\r\n`;
  it.each([
    ["whose body stops", "Content-Length: 100\r\n\r\n{", undefined],
    ["whose body arrives byte by byte", 'Content-Length: 900000\r\n\r\n{"workflow":"', "x"],
    ["whose valid body arrives in part", 'Content-Length: 100\r\n\r\n{"workflow":"txt2img"}', undefined],
    [
      "whose chunks do not end",
      'Transfer-Encoding: chunked\r\n\r\n16\r\n{"workflow":"txt2img"}\r\n',
      undefined,
    ],
    ["whose body waits for a sign", "Content-Length: 100\r\nExpect: 100-continue\r\n\r\n", undefined],
  ])("%s, and no job is submitted", async (_title, text, rest) => {
    const reply = await sendBytes(test.port, post() + text, rest === undefined ? undefined : trickle(rest));
    expect(reply).toMatch(/^$|HTTP\/1\.1 4\d\d /);
  });

  it("that is idle after its reply", async () => {
    expect(await sendBytes(test.port, `GET /v1 HTTP/1.1\r\n${headOf(test)}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ["without a key", () => upgrade("/v1/events/socket", "\r\n"), 400],
    [
      "of an unknown version",
      () => upgrade("/v1/events/socket", `Sec-WebSocket-Version: 7\r\n${key}\r\n`),
      400,
    ],
    ["at no socket", () => upgrade("/v1/jobs", `${key}\r\n`), 404],
    [
      "without a token",
      () => upgrade("/v1/events/socket", `${key}\r\n`).replace(/Authorization.*\r\n/, ""),
      401,
    ],
  ])("whose handshake %s is refused, although the client does not end it", async (_title, text, status) => {
    expect(await sendBytes(test.port, text())).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

const hold = (text: string): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect({ port: test.port, host: "127.0.0.1", allowHalfOpen: true }, () =>
      socket.write(text),
    );
    socket
      .on("error", () => undefined)
      .once("data", () => {
        socket.pause();
        resolve(socket);
      });
  });

it.each([
  ["sockets whose clients answer no close frame", () => upgrade("/v1/events/socket", `${key}\r\n`)],
  ["streams that nobody reads", () => `GET /v1/events HTTP/1.1\r\n${headOf(test)}\r\n`],
])("the end of the server ends: %s", async (_title, text) => {
  const socket = await hold(text());
  const { folder } = test;
  await test.server.close();
  socket.destroy();
  test = await startTestServer({ timeLimits, folder });
});

it("a hundred clients that go without a word leave nothing", async () => {
  const texts = [
    upgrade("/v1/events/socket", `${key}\r\n`),
    `GET /v1/events HTTP/1.1\r\n${headOf(test)}\r\n`,
    `GET /v1/jobs HTTP/1.1\r\n${headOf(test)}\r\n`,
    `POST /v1/jobs HTTP/1.1\r\n${headOf(test)}Content-Length: 100\r\n\r\n{`,
  ];
  const own = await readStream(test);
  const open = openSockets();
  await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      sendBytes(test.port, texts[index % texts.length] ?? "", (socket) => {
        setImmediate(() => socket.resetAndDestroy());
      }),
    ),
  );
  await vi.waitFor(() => {
    expect(openSockets()).toBeLessThanOrEqual(open);
  }, patience);
  own.close();
});
