// `/view`: sends a file of a data folder as it is, or an image in another format.
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { inside } from "@pictor/comfyui-graph";
import {
  bytes,
  dispositionHeader,
  empty,
  fileReply,
  renderImage,
  requestedRendering,
  type Reply,
} from "@pictor/comfyui-protocol";
import { viewedFile } from "../storage/viewed-file.js";
import type { Route, RouteRequest } from "./route.js";

async function view({ context, query, headers }: RouteRequest): Promise<Reply> {
  const target = viewedFile(query);
  if (typeof target === "number") return empty(target);
  const { area, subfolder, filename } = target;
  const root = context.folders[area];
  const folder = subfolder.includes("\0") ? undefined : inside(root, subfolder);
  if (folder === undefined) return empty(403);
  const file = inside(folder, filename);
  const info = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (file === undefined || !info?.isFile()) return empty(404);
  const rendering = requestedRendering(query);
  if (rendering) {
    const image = renderImage(await readFile(file), rendering);
    return bytes(image.bytes, { ...dispositionHeader(filename), "Content-Type": image.type });
  }
  return fileReply({
    name: filename,
    bytes: info.size,
    modifiedMs: info.mtimeMs,
    headers,
    open: (range) => createReadStream(file, range),
  });
}

export const viewRoutes: readonly Route[] = [{ method: "GET", path: /^\/view$/, answer: view }];
