// A child process: serves the same object_info below several paths, each with another content coding, which was applied before.

import { createServer } from "node:http";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { objectInfoOfSize } from "./generation/fake-catalog.js";
import { serveToParent } from "./processes.js";

/** The base paths, by the names of the codings. */
export const codedPaths = { plain: "plain/", gzip: "gzip/", br: "br/" } as const;

const statistics = Buffer.from(JSON.stringify({ system: { comfyui_version: "0.8.0" }, devices: [] }));

function serve(): Promise<void> {
  const plain = Buffer.from(objectInfoOfSize(2 * 1024 ** 2));
  const bodies: Readonly<Record<string, Buffer>> = {
    plain,
    gzip: gzipSync(plain),
    br: brotliCompressSync(plain),
  };
  const server = createServer((request, response) => {
    const [, coding = "", ...path] = (request.url ?? "").split(/[/?]/);
    const body = path.includes("object_info") ? bodies[coding] : statistics;
    const isCoded = coding !== "plain" && path.includes("object_info");
    response.writeHead(200, {
      "content-type": "application/json",
      ...(isCoded && { "content-encoding": coding }),
    });
    response.end(body);
  });
  server.keepAliveTimeout = 600_000;
  return serveToParent(server);
}

if (process.send !== undefined) await serve();
