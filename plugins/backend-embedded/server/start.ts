// Starts the server: folders, worker, queue, HTTP and WebSocket, put together in one place.
import { randomInt } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openDataFolders } from "../files/data-folder.js";
import { catalog } from "../nodes/catalog.js";
import { createClients } from "./clients.js";
import { createHistory } from "./history.js";
import { createQueue } from "./queue.js";
import { handleRequest } from "./http.js";
import { routes } from "./routes/table.js";
import { createRunner } from "./runner.js";
import type { ServerParts } from "./parts.js";
import { createSocketServer } from "./socket.js";

export interface EmbeddedServerOptions {
  /** Address to listen on; default "127.0.0.1". */
  readonly host?: string;
  /** Default 0: a free port. */
  readonly port?: number;
  /** Holds output/, temp/ and input/; default: a fresh folder below the system's temporary folder. */
  readonly directory?: string;
  /** HTTP Basic credentials, demanded on every route and on the WebSocket handshake. */
  readonly access?: { readonly username: string; readonly password: string };
  /** "auto" (default): a preview for each sampler step. */
  readonly previews?: "auto" | "none";
}

export interface EmbeddedServer {
  /** `http://HOST:PORT/` */
  readonly url: string;
  readonly directory: string;
  readonly outputDirectory: string;
  /** Ends the worker, the sockets and the server; queued prompts are dropped. */
  close(): Promise<void>;
}

/** Rejects with Node's own error when the address cannot be used (`EADDRINUSE`, `EACCES`, ...). */
export async function startEmbeddedServer(options: EmbeddedServerOptions = {}): Promise<EmbeddedServer> {
  const host = options.host ?? "127.0.0.1";
  const http = createServer();
  await listen(http, host, options.port ?? 0);
  const folders = await openDataFolders(options.directory).catch((error: unknown) => {
    http.close();
    throw error;
  });
  const clients = createClients();
  const queue = createQueue();
  const history = createHistory();
  const previews = options.previews ?? "auto";
  const runner = createRunner({ clients, queue, history, folders, previews, tempTag: tempTag() });
  const parts: ServerParts = {
    clients,
    queue,
    history,
    runner,
    folders,
    catalog,
    argv: ["pictor-embedded", "--listen", host, "--port", String((http.address() as AddressInfo).port)],
    ...(options.access && { access: options.access }),
  };
  const sockets = createSocketServer(parts);
  http.on("request", (request, response) => void handleRequest(parts, routes, request, response));
  http.on("upgrade", sockets.upgrade);
  return {
    url: urlOf(host, (http.address() as AddressInfo).port),
    directory: folders.root,
    outputDirectory: folders.output,
    async close() {
      const closed = new Promise<void>((resolve) =>
        http.close(() => {
          resolve();
        }),
      );
      sockets.close();
      http.closeAllConnections();
      await Promise.all([closed, runner.close()]);
    },
  };
}

function listen(http: ReturnType<typeof createServer>, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, () => {
      http.off("error", reject);
      resolve();
    });
  });
}

function urlOf(host: string, port: number): string {
  const reachable =
    host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host;
  return `http://${reachable}:${port}/`;
}

/** Five letters in the names of temporary pictures, different for every server. */
const tempTag = (): string =>
  Array.from({ length: 5 }, () => "abcdefghijklmnopqrstuvwxyz"[randomInt(26)]).join("");
