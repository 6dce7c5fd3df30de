// A server on loopback to which a request of the API goes: it repeats what it received, redirects, waits, or sends many bytes.

import { gzipSync } from "node:zlib";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@pictor/host/testing";

export interface OriginServer {
  readonly url: string;
  /** The requests so far, as `METHOD PATH`. */
  readonly received: readonly string[];
  /** The credential of the newest request. */
  readonly credential: () => string | undefined;
  /** Resolves when the next connection of a waiting request has closed. */
  readonly abandoned: Promise<void>;
  close(): Promise<void>;
}

const page = async (request: IncomingMessage): Promise<string> =>
  JSON.stringify({ headers: request.headers, body: await text(request) });

export async function startOriginServer(): Promise<OriginServer> {
  const received: string[] = [];
  let credential: string | undefined;
  let abandon = (): void => undefined;
  const abandoned = new Promise<void>((resolve) => (abandon = resolve));
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    received.push(`${request.method ?? ""} ${path}`);
    credential = request.headers.authorization;
    if (path === "/wait") request.socket.on("close", abandon);
    else if (path.startsWith("/events")) {
      // An endless stream: its first events, and then nothing.
      request.socket.on("close", abandon);
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write(decodeURIComponent(path.slice("/events/".length)));
    } else if (path === "/broken") {
      response.writeHead(200, { "Content-Type": "text/plain", "Content-Length": "100" });
      response.write("half\n", () => setImmediate(() => response.destroy()));
    } else if (path === "/login") {
      const given = String(credential);
      const escaped = given.replace(/./gu, "\\$&");
      const challenges = [
        `Bearer realm="lab", error="invalid_token", scope="${escaped}"`,
        `Basic realm="${given}"`,
      ];
      response.writeHead(401, { "WWW-Authenticate": challenges }).end();
    } else if (path === "/html")
      response.setHeader("Content-Type", "text/html").end("<script>alert(1)</script>");
    else if (path === "/gzip") {
      response
        .setHeader("Content-Type", "text/plain; charset=iso-8859-1")
        .setHeader("Content-Encoding", "gzip");
      response.end(gzipSync(Buffer.from("é", "latin1")));
    } else if (path === "/bytes") response.end(Buffer.alloc(100_000, 0xff));
    else if (path.startsWith("/to/"))
      response.writeHead(302, { location: decodeURIComponent(path.slice(4)) }).end();
    else void page(request).then((json) => response.setHeader("Content-Type", "application/json").end(json));
  });
  const { origin, close } = await listen(server);
  return { url: origin, received, credential: () => credential, abandoned, close };
}
