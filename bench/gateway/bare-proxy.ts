// A process of its own: the least that a proxy between a client and a server can cost. It passes on requests and frames, adds a
// header, and checks nothing.

import { Agent, createServer, request as httpRequest } from "node:http";
import { WebSocket, WebSocketServer } from "ws";
import { serveToParent } from "../processes.js";

const { hostname, port } = new URL(process.argv[2] ?? "");
const agent = new Agent({ keepAlive: true });
const authorization = "Basic bench";

const server = createServer((request, response) => {
  const headers = { ...request.headers, authorization };
  const asked = httpRequest(
    { hostname, port, agent, method: request.method, path: request.url, headers },
    (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    },
  );
  request.pipe(asked);
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on("connection", (client, { url }) => {
  const upstream = new WebSocket(`ws://${hostname}:${port}${url}`, {
    perMessageDeflate: false,
    headers: { authorization },
  });
  upstream.on("message", (data, isBinary) => client.send(data, { binary: isBinary }));
  client.on("message", (data, isBinary) => {
    const send = () => upstream.send(data, { binary: isBinary });
    if (upstream.readyState === WebSocket.OPEN) send();
    else upstream.once("open", send);
  });
  client.on("close", () => upstream.terminate());
});
await serveToParent(server);
