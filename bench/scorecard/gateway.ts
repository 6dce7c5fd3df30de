// The gateway of Pictor in front of a server that demands credentials: a protecting proxy before the server, and
// the server of `pictor serve --comfy` before the proxy. The clients of the cases reach the gateway, and send no credentials.

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { createPictor, loadConfiguration } from "@pictor/host";
import { createServer as createApi } from "@pictor/server";
import { createFolder, removeFolder } from "../folders.js";
import { listen } from "../processes.js";
import { schemes, type Scheme, type SchemeName } from "./schemes.js";
import { passOn, passOnHandshake, upstreamOf, type Upstream } from "./upstream.js";

/** What stands between the clients of a case and its server. */
export interface Front {
  readonly url: string;
  close(): Promise<void>;
}

const withoutCredentials = ({ authorization: _, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders =>
  headers;

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: Upstream,
  scheme: Scheme,
): Promise<void> {
  if (request.method === "POST" && request.url === "/token") {
    await text(request);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(scheme.issue()));
    return;
  }
  if (!scheme.permits(request.headers)) {
    request.resume();
    response.writeHead(401, { "www-authenticate": "Basic realm=studio" }).end();
    return;
  }
  const asked = passOn(request, upstream, withoutCredentials(request.headers));
  response.on("close", () => asked.destroy());
  asked.on("error", () => request.socket.destroy());
  asked.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on("aborted", () => response.destroy()).pipe(response);
  });
  request.pipe(asked);
}

function forwardSocket(
  request: IncomingMessage,
  client: Socket,
  head: Buffer,
  upstream: Upstream,
  scheme: Scheme,
): void {
  if (!scheme.permits(request.headers)) {
    client.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    return;
  }
  const server = passOnHandshake(request, head, upstream, withoutCredentials(request.headers));
  server.once("connect", () => client.pipe(server).pipe(client));
  client.on("error", () => server.destroy()).on("close", () => server.destroy());
  server
    .on("error", () => {
      client.resetAndDestroy();
    })
    .on("close", () => client.destroy());
}

/** A proxy that demands credentials on every request and every handshake, and passes on everything else, breaks included. */
async function protect(target: string, name: SchemeName) {
  const upstream = upstreamOf(target);
  const server = createServer();
  const url = await listen(server);
  const scheme = schemes[name](url);
  server.on("request", (request, response) => void forward(request, response, upstream, scheme));
  server.on("upgrade", (request, client: Socket, head) =>
    forwardSocket(request, client, head, upstream, scheme),
  );
  const close = async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { url, settings: scheme.settings, close };
}

/** The gateway before `target`, with a profile of the scheme. */
export async function startGateway(target: string, name: SchemeName): Promise<Front> {
  const folder = await createFolder();
  const guarded = await protect(target, name);
  const configuration = await loadConfiguration({
    directory: folder,
    flags: {
      backends: { studio: { kind: "remote", baseUrl: guarded.url, apiPrefix: "", auth: "studio" } },
      profiles: { studio: { type: name, schemes: { [name]: guarded.settings } } },
    },
  });
  const server = await createApi({
    folder,
    createPictor: (interaction) => createPictor({ configuration, interaction }),
    ports: () => [{ port: 0, path: "/comfy/studio" }],
  });
  const [port] = server.ports;
  if (port === undefined) throw new Error("the gateway has opened no port");
  return {
    url: `${port.url}/`,
    async close() {
      await server.close();
      await guarded.close();
      await removeFolder(folder);
    },
  };
}
