// Replies as untidy servers send them: read where they can mean one thing only, refused with what is wrong otherwise.

import { createServer, type Server } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { listenInTest } from "../testing/listen.js";
import { ignore, lab } from "../testing/loopback-servers.js";

let server: Server;
let answer: readonly string[];
let requests: number;
let url: string;

beforeEach(async () => {
  requests = 0;
  server = createServer((socket) => {
    // Each part is written by itself; the connection stays open.
    socket.on("data", () => {
      requests++;
      for (const part of answer) socket.write(Buffer.from(part, "latin1"));
    });
  });
  ({ url } = await listenInTest(server));
});

const ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const hints = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n";
const send = async (...parts: readonly string[]) => {
  answer = parts;
  const { pictor } = await lab.kernel();
  return pictor.send({ url, method: "POST", body: "a" });
};
const readable: [what: string, parts: readonly string[], headers?: Record<string, string>][] = [
  [
    "several interim replies",
    ["HTTP/1.1 100 Continue\r\n\r\n", `${hints}HTTP/1.1 102 Processing\r\n\r\n`, ok],
  ],
  ["an interim reply in single bytes", Array.from(`HTTP/1.1 100 Continue\r\n\r\n${ok}`)],
  ["a long head in single bytes", Array.from(ok.replace("OK\r\n", `OK\r\n${"X-A: b\r\n".repeat(300)}`))],
  ["a folded header", [ok.replace("OK\r\n", "OK\r\nX-A: a,\r\n  b\r\n")], { "x-a": "a, b" }],
  ["90 KB of headers", [ok.replace("OK\r\n", `OK\r\nX-A: ${"a".repeat(90_000)}\r\n`)]],
  ["UTF-8 in a header", [ok.replace("OK\r\n", "OK\r\nX-A: Zo\xc3\xab\r\n")], { "x-a": "Zoë" }],
  ["Latin-1 in a header", [ok.replace("OK\r\n", "OK\r\nX-A: Zo\xeb\r\n")], { "x-a": "Zoë" }],
];

describe("a reply is read that has", () => {
  it.each(readable)("%s", async (_what, parts, expected = {}) => {
    const reply = await send(...parts);
    expect([reply.status, await reply.text()]).toEqual([200, "ok"]);
    expect(reply.headers).toMatchObject(expected);
    expect(requests).toBe(1);
  });

  it("a length without a body", async () => {
    const reply = await send("HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok");
    expect([reply.status, await reply.text()]).toEqual([204, ""]);
  });
});

it.each(["Zoë", "日本", "🎨"])(
  "the header value %s is sent as UTF-8, over HTTP and with a handshake",
  async (value) => {
    const seen: string[] = [];
    server.on("connection", (socket) => socket.on("data", (data) => seen.push(data.toString())));
    answer = [ok];
    const { pictor } = await lab.kernel();
    await pictor.send({ url, headers: { "x-name": value } });
    await pictor
      .connect({ url: url.replace("http", "ws"), headers: { "x-name": value } }, ignore)
      .catch(() => undefined);
    expect(seen).toHaveLength(2);
    for (const text of seen) expect(text).toContain(`x-name: ${value}\r\n`);
  },
);

it.each([
  ["is HTTP/2", "\0\0\x06\x04\0\0\0\0\0\0\x05\0\0@\0", "is HTTP/2"],
  [
    "has too many headers",
    `HTTP/1.1 200 OK\r\nX-A: ${"a".repeat(310_000)}\r\n`,
    "more than 300 KiB of headers",
  ],
])("a reply is refused, with what is wrong with it, that %s", async (_what, text, reason) => {
  await expect(send(text)).rejects.toMatchObject({
    code: "REQUEST_FAILED",
    details: {
      reason: expect.stringMatching(new RegExp(`^the reply .*${reason}`)) as string,
      advice: expect.stringContaining("sends an invalid reply") as string,
    },
  });
});
