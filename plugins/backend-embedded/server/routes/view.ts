// Reads a picture or any other file of the three folders: as it is, as a stream, or in another form.
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { inside } from "../../files/inside.js";
import { dispositionOf, fileReply } from "../file-reply.js";
import { bytes, empty, type Reply } from "../reply.js";
import { viewedFile } from "../viewed-file.js";
import { pictureWish, renderPicture } from "../view-picture.js";
import type { Route, RouteRequest } from "./route.js";

async function view({ parts, query, headers }: RouteRequest): Promise<Reply> {
  const viewed = viewedFile(query);
  if (typeof viewed === "number") return empty(viewed);
  const { area, subfolder, filename } = viewed;
  const root = parts.folders[area];
  const folder = subfolder.includes("\0") ? undefined : inside(root, subfolder);
  if (folder === undefined) return empty(403);
  const file = inside(folder, filename);
  const info = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (file === undefined || !info?.isFile()) return empty(404);
  const wish = pictureWish(query);
  if (wish) {
    const picture = renderPicture(await readFile(file), wish);
    return bytes(picture.bytes, { ...dispositionOf(filename), "Content-Type": picture.type });
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
