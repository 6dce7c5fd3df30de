// Reads a picture or any other file of the three folders, as a stream.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { inside } from "../../files/inside.js";
import { fileReply } from "../file-reply.js";
import { empty, type Reply } from "../reply.js";
import type { Route, RouteRequest } from "./route.js";

async function view({ parts, query, headers }: RouteRequest): Promise<Reply> {
  const asked = query.get("filename");
  if (asked === null) return empty(404);
  const { name, type } = annotated(asked, query.get("type") ?? "output");
  if (name === "" || name.startsWith("/") || name.includes("..") || name.includes("\0")) return empty(400);
  if (type !== "output" && type !== "input" && type !== "temp") return empty(400);
  const root = parts.folders[type];
  const subfolder = query.get("subfolder") ?? "";
  const folder = subfolder.includes("\0") ? undefined : inside(root, subfolder);
  if (folder === undefined) return empty(403);
  const file = inside(folder, path.basename(name));
  const info = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (file === undefined || !info?.isFile()) return empty(404);
  return fileReply({
    name: path.basename(name),
    bytes: info.size,
    modifiedMs: info.mtimeMs,
    headers,
    open: (range) => createReadStream(file, range),
  });
}

/** `name.png [input]` names the folder in the file name itself. */
function annotated(filename: string, type: string): { name: string; type: string } {
  const [, name, folder] = /^(.*?) ?\[(output|input|temp)\]$/.exec(filename) ?? [];
  return name !== undefined && folder !== undefined ? { name, type: folder } : { name: filename, type };
}

export const viewRoutes: readonly Route[] = [{ method: "GET", path: /^\/view$/, answer: view }];
