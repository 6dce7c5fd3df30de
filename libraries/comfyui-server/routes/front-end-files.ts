// Serves the files of a front end, such as ComfyUI's own, in place of the page of this server.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { inside } from "@pictor/comfyui-graph";
import { mediaTypeOf } from "@pictor/kernel/plugin";
import { bytes, empty, route, type Reply } from "@pictor/comfyui-protocol";
import type { Route } from "./route.js";

/** Types that a browser needs to run a page. */
const pageTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".ico": "image/vnd.microsoft.icon",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

async function fileReply(root: string, name: string): Promise<Reply> {
  const file = name.includes("\0") ? undefined : inside(root, name === "" ? "index.html" : name);
  const content = file === undefined ? undefined : await readFile(file).catch(() => undefined);
  if (file === undefined || content === undefined) return empty(404);
  const type = pageTypes[path.extname(file).toLowerCase()] ?? mediaTypeOf(file);
  return bytes(content, { "Content-Type": type, "Cache-Control": "no-cache" });
}

/**
 * Returns the routes for the files in a folder. `first` comes before the routes of the server, `last` after them.
 * Without a folder there are no routes.
 */
export function frontEndFiles(root: string | undefined): {
  readonly first: readonly Route[];
  readonly last: readonly Route[];
} {
  if (root === undefined) return { first: [], last: [] };
  const folder = path.resolve(root);
  return {
    first: [route("GET", /^\/$/, () => fileReply(folder, ""))],
    last: [
      route("GET", /^\/(?!api\/|internal\/)(.+)$/, ({ parameters: [name = ""] }) => fileReply(folder, name)),
    ],
  };
}
