// `/userdata`: workflows and other files that front ends store for a user.
import { createReadStream } from "node:fs";
import { rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { ensureFolder, moveFile, percentDecode } from "@pictor/kernel/plugin";
import { relativePath } from "@pictor/comfyui-graph";
import { empty, fileReply, json, text, route, type Reply } from "@pictor/comfyui-protocol";
import { readFileInfo, listFiles, listTree } from "../storage/list-user-files.js";
import { isKnownUser, userFile, userOf } from "../storage/user-files.js";
import type { Route, RouteRequest } from "./route.js";

/** Locates the files of the user. An unknown user throws, and the reply has status 500, as on real servers. */
async function filesOf({ context, headers }: RouteRequest) {
  const user = userOf(context, headers);
  if (!(await isKnownUser(context, user)))
    throw new TypeError("The header comfy-user names no registered user");
  const root = userFile(context.folders, user, "") as string;
  // Some clients encode the name twice.
  return { root, locate: (name: string) => userFile(context.folders, user, percentDecode(name)) };
}

const isTrue = (query: URLSearchParams, name: string): boolean =>
  (query.get(name) ?? "").toLowerCase() === "true";

async function list(request: RouteRequest): Promise<Reply> {
  const { query } = request;
  const { locate } = await filesOf(request);
  const directory = query.get("dir") ?? "";
  if (directory === "") return text("Directory not provided", 400);
  const folder = locate(directory);
  if (folder === undefined) return text("Invalid directory", 403);
  const found = await listFiles(folder, isTrue(query, "recurse"));
  if (found === undefined) return text("Directory not found", 404);
  if (isTrue(query, "full_info")) {
    return json(await Promise.all(found.map((name) => readFileInfo(folder, name))));
  }
  return json(isTrue(query, "split") ? found.map((name) => [name, ...name.split("/")]) : found);
}

async function listVersion2(request: RouteRequest): Promise<Reply> {
  const files = await filesOf(request).catch(() => undefined);
  if (files === undefined) return text("Invalid user specified in request", 403);
  const folder = files.locate(request.query.get("path") ?? "");
  if (folder === undefined) return text("Invalid path requested", 403);
  const info = await stat(folder).catch(() => undefined);
  if (info === undefined) return folder === files.root ? json([]) : text("Requested path not found", 404);
  if (!info.isDirectory()) return text("Requested path is not a directory", 400);
  return json(await listTree(files.root, folder));
}

/** The existing file that the path names, or the reply that refuses the request. */
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

/** The reply about a written or moved file: its path, or with `full_info` its size and times. */
async function fileWritten({ query }: RouteRequest, root: string, file: string): Promise<Reply> {
  const name = relativePath(root, file);
  return json(isTrue(query, "full_info") ? await readFileInfo(root, name) : name);
}

/** True when the file exists and `overwrite=false` protects it. */
async function isProtected({ query }: RouteRequest, file: string): Promise<boolean> {
  return query.get("overwrite") === "false" && (await stat(file).catch(() => undefined)) !== undefined;
}

const alreadyExists = (): Reply => text("File already exists", 409);

async function write(request: RouteRequest): Promise<Reply> {
  const { root, locate } = await filesOf(request);
  const file = locate(request.parameters[0] ?? "");
  if (file === undefined) return empty(403);
  if (await isProtected(request, file)) return alreadyExists();
  const body = await request.body();
  await ensureFolder(path.dirname(file), 0o700);
  await writeFile(file, body);
  return fileWritten(request, root, file);
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
  if (await isProtected(request, target)) return alreadyExists();
  await ensureFolder(path.dirname(target), 0o700);
  await moveFile(found.file, target);
  return fileWritten(request, found.root, target);
}

export const userdataRoutes: readonly Route[] = [
  route("GET", /^\/userdata$/, list),
  route("GET", /^\/v2\/userdata$/, listVersion2),
  route("GET", /^\/userdata\/([^/]+)$/, read),
  route("POST", /^\/userdata\/([^/]+)$/, write),
  route("DELETE", /^\/userdata\/([^/]+)$/, remove),
  route("POST", /^\/userdata\/([^/]+)\/move\/([^/]+)$/, move),
];
