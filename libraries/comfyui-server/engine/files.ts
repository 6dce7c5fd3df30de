// The files in the data folders, for `/view`, and those that clients upload.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { inside, type FileReference } from "@pictor/comfyui-graph";
import type { StoredFile, StoredUpload, Upload } from "@pictor/comfyui-protocol";
import type { DataFolders } from "../storage/data-folders.js";
import { findFreeName, storeUpload, uploadTarget } from "../storage/upload-target.js";

export async function findFile(
  folders: DataFolders,
  { type, subfolder, filename }: FileReference,
): Promise<StoredFile | 403 | 404> {
  const folder = subfolder.includes("\0") ? undefined : inside(folders[type], subfolder);
  if (folder === undefined) return 403;
  const file = inside(folder, filename);
  const info = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (file === undefined || !info?.isFile()) return 404;
  return { bytes: info.size, modifiedMs: info.mtimeMs, open: (range) => createReadStream(file, range) };
}

/** As on real servers, nothing is written for a mask whose original does not exist, and the reply is the same. */
export async function storeFile(folders: DataFolders, upload: Upload): Promise<StoredUpload | 400> {
  const target = uploadTarget(upload, folders);
  if (target === undefined) return 400;
  const { path, sha256 } = upload;
  const name =
    path === undefined
      ? (await findFreeName(target, sha256)).filename
      : await storeUpload(target, { path, sha256 });
  return { name, subfolder: upload.subfolder, type: upload.type };
}
