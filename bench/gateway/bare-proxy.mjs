// A process of its own: the least that a proxy between a client and a server can cost. It passes on requests and frames, adds a
// header, and checks nothing.

import { Agent, createServer, request as httpRequest } from "node:http";
import { WebSocket, WebSocketServer } from "ws";

const { hostname, port } = new URL(process.argv[2]);
const agent = new Agent({ keepAlive: true });
const authorization = "Basic bench";

const server = createServer((request, response) => {
  const headers = { ...request.headers, authorization };
  const asked = httpRequest(
    { hostname, port, agent, method: request.method, path: request.url, headers },
    (reply) => {
      response.writeHead(reply.statusCode, reply.headers);
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
    if (upstream.readyState === WebSocket.OPEN) upstream.send(data, { binary: isBinary });
    else upstream.once("open", () => upstream.send(data, { binary: isBinary }));
  });
  client.on("close", () => upstream.terminate());
});
server.listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}/`));
process.once("disconnect", () => process.exit());
