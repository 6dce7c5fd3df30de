// A process of its own: a server that answers at once, takes uploads, sends downloads of any length, and echoes frames.

import { createServer, type ServerResponse } from "node:http";
import { WebSocketServer } from "ws";
import { serveToParent } from "../processes.js";

const small = JSON.stringify({ exec_info: { queue_remaining: 0 }, more: "x".repeat(900) });
const chunk = Buffer.alloc(256 * 1024, 7);

function download(response: ServerResponse, length: number): void {
  response.writeHead(200, { "content-length": length, "content-type": "application/octet-stream" });
  let left = length;
  const write = () => {
    while (left > 0) {
      const next = left >= chunk.length ? chunk : chunk.subarray(0, left);
      left -= next.length;
      if (response.write(next)) continue;
      response.once("drain", write);
      return;
    }
    response.end();
  };
  write();
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://server");
  if (pathname === "/view") {
    download(response, Number(searchParams.get("bytes")));
    return;
  }
  let received = 0;
  request.on("data", (part: Buffer) => (received += part.length));
  request.on("end", () => {
    const body = request.method === "POST" ? JSON.stringify({ received }) : small;
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on("connection", (socket) => {
  socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
});
await serveToParent(server);
