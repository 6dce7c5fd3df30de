// Files of a user: workflows and whatever else a front end keeps on the server.
import { createReadStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileReply } from "../file-reply.js";
import { empty, json, text, type Reply } from "../reply.js";
import { fileInfo, listFiles, listTree } from "../user-listing.js";
import { isKnownUser, userFile, userOf } from "../user-files.js";
import type { Route, RouteRequest } from "./route.js";

/** The paths of one user. An unknown user throws, which answers 500 as the real server does. */
async function filesOf({ parts, headers }: RouteRequest) {
  const user = userOf(parts, headers);
  if (!(await isKnownUser(parts, user))) throw new TypeError("unknown user");
  const root = userFile(parts.folders, user, "") as string;
  return { root, locate: (name: string) => userFile(parts.folders, user, decodeAgain(name)) };
}

/** A client that encoded the name twice is understood. */
function decodeAgain(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const isOn = (query: URLSearchParams, name: string): boolean =>
  (query.get(name) ?? "").toLowerCase() === "true";

async function list(request: RouteRequest): Promise<Reply> {
  const { query } = request;
  const { locate } = await filesOf(request);
  const asked = query.get("dir") ?? "";
  if (asked === "") return text("Directory not provided", 400);
  const folder = locate(asked);
  if (folder === undefined) return text("Invalid directory", 403);
  const found = await listFiles(folder, isOn(query, "recurse"));
  if (found === undefined) return text("Directory not found", 404);
  if (isOn(query, "full_info")) {
    return json(await Promise.all(found.map((name) => fileInfo(folder, name))));
  }
  return json(isOn(query, "split") ? found.map((name) => [name, ...name.split("/")]) : found);
}

async function listTwo(request: RouteRequest): Promise<Reply> {
  const files = await filesOf(request).catch(() => undefined);
  if (files === undefined) return text("Invalid user specified in request", 403);
  const asked = request.query.get("path") ?? "";
  const folder = files.locate(asked);
  if (folder === undefined) return text("Invalid path requested", 403);
  const info = await stat(folder).catch(() => undefined);
  if (info === undefined) return folder === files.root ? json([]) : text("Requested path not found", 404);
  if (!info.isDirectory()) return text("Requested path is not a directory", 400);
  return json(await listTree(files.root, folder));
}

/** The file that the path names and that exists, or the reply that says why not. */
async function existing(request: RouteRequest): Promise<{ root: string; file: string } | Reply> {
  const { root, locate } = await filesOf(request);
  const file = locate(request.parameters[0] ?? "");
  if (file === undefined) return empty(403);
  const info = await stat(file).catch(() => undefined);
  return info === undefined ? empty(404) : { root, file };
}

async function read(request: RouteRequest): Promise<Reply> {
  const found = await existing(request);
  if ("status" in found) return found;
  const info = await stat(found.file);
  if (!info.isFile()) return empty(404);
  const reply = fileReply({
    name: path.basename(found.file),
    bytes: info.size,
    modifiedMs: info.mtimeMs,
    headers: request.headers,
    open: (range) => createReadStream(found.file, range),
  });
  const { "Content-Disposition": _inline, ...headers } = reply.headers;
  return { ...reply, headers };
}

/** What a written or moved file is answered with: its path, or with `full_info` everything about it. */
async function written({ query }: RouteRequest, root: string, file: string): Promise<Reply> {
  const name = path.relative(root, file).split(path.sep).join("/");
  return json(isOn(query, "full_info") ? await fileInfo(root, name) : name);
}

/** With `overwrite=false` a taken name is refused. */
async function isRefused({ query }: RouteRequest, file: string): Promise<boolean> {
  return query.get("overwrite") === "false" && (await stat(file).catch(() => undefined)) !== undefined;
}

const taken = (): Reply => text("File already exists", 409);

async function write(request: RouteRequest): Promise<Reply> {
  const { root, locate } = await filesOf(request);
  const file = locate(request.parameters[0] ?? "");
  if (file === undefined) return empty(403);
  if (await isRefused(request, file)) return taken();
  const body = await request.body();
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, body);
  return written(request, root, file);
}

async function remove(request: RouteRequest): Promise<Reply> {
  const found = await existing(request);
  if ("status" in found) return found;
  await rm(found.file);
  return empty(204);
}

async function move(request: RouteRequest): Promise<Reply> {
  const found = await existing(request);
  if ("status" in found) return found;
  const { locate } = await filesOf(request);
  const target = locate(request.parameters[1] ?? "");
  if (target === undefined) return empty(403);
  if (await isRefused(request, target)) return taken();
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await rename(found.file, target);
  return written(request, found.root, target);
}

export const userdataRoutes: readonly Route[] = [
  { method: "GET", path: /^\/userdata$/, answer: list },
  { method: "GET", path: /^\/v2\/userdata$/, answer: listTwo },
  { method: "GET", path: /^\/userdata\/([^/]+)$/, answer: read },
  { method: "POST", path: /^\/userdata\/([^/]+)$/, answer: write },
  { method: "DELETE", path: /^\/userdata\/([^/]+)$/, answer: remove },
  { method: "POST", path: /^\/userdata\/([^/]+)\/move\/([^/]+)$/, answer: move },
];
