// Serves the files of one panel: those inside its folder, and the client of the API.

import { readFile, realpath, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { contentSecurityPolicy } from "./content-security-policy.js";

/** Media types by file ending. Any other file is sent as bytes, which a browser only saves. */
const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};
const maxBytes = 20_000_000;
/** The path of the client, which every panel can import. */
const clientPath = "/pictor/client.js";

/**
 * Features that no page of a panel may ask the person for, because no manifest can name them (W3C Permissions Policy). A browser
 * that does not know one of them, such as Chromium on Linux `bluetooth`, logs a warning.
 */
const permissionsPolicy = [
  ...["bluetooth", "camera", "display-capture", "geolocation", "hid", "microphone", "midi", "payment"],
  ...["serial", "usb"],
]
  .map((feature) => `${feature}=()`)
  .join(", ");

const headersOf = (type: string, policy: string) => ({
  "Content-Type": type,
  "Content-Security-Policy": policy,
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": permissionsPolicy,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-cache",
});

/** Excludes hidden files and names with a special meaning on some operating system. */
const isPlain = (parts: readonly string[]): boolean =>
  parts.every((part) => part !== "" && !part.startsWith(".") && !/[\\\0:]/.test(part));

/** The bundle of the client: in the folder `panels` of the package, or in this folder of the repository. */
const readClient = (): Promise<Buffer> =>
  readFile(join(import.meta.dirname, "panels/pictor-client.gen.js")).catch(() =>
    readFile(join(import.meta.dirname, "pictor-client.gen.js")),
  );

/** Finds the file of a path, if the file is inside the folder after links are resolved. */
async function readInside(folder: string, parts: readonly string[]): Promise<Buffer | undefined> {
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, ...parts));
    const found = file.startsWith(root + sep) ? await stat(file) : undefined;
    return found?.isFile() === true && found.size <= maxBytes ? await readFile(file) : undefined;
  } catch {
    return undefined;
  }
}

/** A response for GET and HEAD of a path of the panel in `folder`; undefined when there is no such file. */
export async function panelFile(folder: string, path: string): Promise<Response | undefined> {
  if (path === clientPath)
    return new Response(new Uint8Array(await readClient()), {
      headers: headersOf(types[".js"] ?? "", contentSecurityPolicy()),
    });
  const given = (path.endsWith("/") ? `${path}index.html` : path).slice(1);
  let parts: readonly string[];
  try {
    parts = given.split("/").map(decodeURIComponent);
  } catch {
    return undefined;
  }
  if (!isPlain(parts) || parts.some((part) => part.includes("/"))) return undefined;
  const bytes = await readInside(folder, parts);
  if (bytes === undefined) return undefined;
  const type = types[extname(parts.at(-1) ?? "").toLowerCase()] ?? "application/octet-stream";
  const isPage = type.startsWith("text/html");
  const policy = contentSecurityPolicy(isPage ? bytes.toString("utf8") : "");
  return new Response(new Uint8Array(bytes), { headers: headersOf(type, policy) });
}
