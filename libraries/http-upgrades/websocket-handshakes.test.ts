// Requests that ask for another protocol, on a real connection.

import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { onWebSocketHandshake } from "./index.js";

let server: Server;
let client: Socket;
let received: string;
let release: (() => void)[];
beforeEach(async () => {
  release = [];
  received = "";
  server = createServer((request, reply) => {
    let length = 0;
    request.on("data", (chunk: Buffer) => (length += chunk.length));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const asks = `${headers.upgrade ?? "none"},${String(headers["http2-settings"] ?? "none")}`;
      const end = () => reply.end(`<${method} ${url} ${length} ${asks} ${headers.connection ?? "none"}>`);
      if (url === "/slow") release.push(end);
      else end();
    });
  });
  onWebSocketHandshake(server, (request, stream) => {
    stream.end(`<handshake ${request.url ?? ""}>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const replies = (): readonly string[] => received.match(/<[^>]*>/g) ?? [];
const until = (count: number): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (replies().length >= count) resolve();
      else client.once("data", look);
    };
    look();
  });
const asking =
  "Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n";

it("are answered as plain requests, one after the other on one connection", async () => {
  client.write(`GET /one HTTP/1.1\r\n${asking}\r\n`);
  await until(1);
  client.write(`GET /two HTTP/1.1\r\n${asking.replace("Upgrade,", "keep-alive, Upgrade,")}\r\n`);
  await until(2);
  client.write("GET /three HTTP/1.1\r\nHost: a\r\n\r\n");
  await until(3);
  expect(replies()).toEqual([
    "<GET /one 0 none,none none>",
    "<GET /two 0 none,none keep-alive>",
    "<GET /three 0 none,none none>",
  ]);
});

it("leave nothing behind on their connection", async () => {
  const counts: number[] = [];
  server.on("request", ({ socket }) => {
    const names = socket.eventNames();
    counts.push(names.reduce((sum, name) => sum + socket.listenerCount(name), 0));
  });
  for (let count = 1; count <= 20; count++) {
    client.write(`GET /one HTTP/1.1\r\n${asking}\r\n`);
    await until(count);
  }
  expect(new Set(counts.slice(1)).size).toBe(1);
});

it("keep their bodies, of a known length and in chunks", async () => {
  const body = "x".repeat(1_000_000);
  client.write(`POST /one HTTP/1.1\r\n${asking}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`);
  client.write(body.slice(10));
  await until(1);
  client.write(`POST /two HTTP/1.1\r\n${asking}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`);
  await until(2);
  expect(replies()).toEqual(["<POST /one 1000000 none,none none>", "<POST /two 3 none,none none>"]);
});

it("wait for the replies to the requests before them", async () => {
  client.write(
    `GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET /one HTTP/1.1\r\n${asking}\r\nGET /two HTTP/1.1\r\nHost: a\r\n\r\n`,
  );
  while (release.length === 0) await new Promise(setImmediate);
  expect(replies()).toEqual([]);
  release[0]?.();
  await until(3);
  expect(replies().map((reply) => reply.split(" ")[1])).toEqual(["/slow", "/one", "/two"]);
});

it("may close the connection, also while an earlier reply is awaited", async () => {
  client.write(`GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET /one HTTP/1.1\r\n${asking}\r\n`);
  while (release.length === 0) await new Promise(setImmediate);
  client.resetAndDestroy();
  await new Promise((resolve) => client.once("close", resolve));
  release[0]?.();
  expect(replies()).toEqual([]);
});

it.each(["websocket", "WebSocket", "h2c, websocket"])("Upgrade: %s is a handshake", async (protocol) => {
  client.write(`GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`);
  await until(1);
  expect(replies()).toEqual(["<handshake /socket>"]);
});
