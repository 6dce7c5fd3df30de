// Decides where an upload is stored, under which name, and whether it replaces an existing file.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { isPortableName } from "@pictor/archives/names";
import { inside } from "@pictor/comfyui-graph";
import { ensureFolder, moveFile } from "@pictor/kernel/plugin";
import { placeFile } from "@pictor/locks";
import type { DataFolders } from "./data-folders.js";
import type { StagedFile, Upload } from "@pictor/comfyui-protocol";

/** Where an upload is stored. */
export interface UploadTarget {
  readonly filename: string;
  /** Absolute path of the subfolder. */
  readonly folder: string;
  readonly overwrite: boolean;
}

/** `.` and `..` are folders, which `inside` follows. */
const isFolderStep = (part: string): boolean => part === "" || part === "." || part === "..";

/** Returns undefined for a path outside the data folder, and for one that not every system can have. */
export function uploadTarget(
  { type, subfolder, filename, overwrite }: Omit<Upload, "path" | "sha256">,
  folders: DataFolders,
): UploadTarget | undefined {
  if (`${subfolder}${filename}`.includes("\0"))
    throw new TypeError("The file name or the subfolder contains a null character");
  const parts = `${subfolder}/${filename}`.split(/[\\/]/);
  if (!parts.every((part) => isFolderStep(part) || isPortableName(part))) return undefined;
  const folder = inside(folders[type], subfolder);
  if (folder === undefined || inside(folders[type], subfolder, filename) === undefined) return undefined;
  return { filename, folder, overwrite };
}

/**
 * Chooses the name of an upload. If a file of that name has the same content, it is used instead of the upload (`exists`). If
 * it has other content, the upload becomes `name (1).png`, `name (2).png`, and so on. With `overwrite` the name stays.
 */
export async function findFreeName(
  target: UploadTarget,
  sha256: string,
): Promise<{ readonly filename: string; readonly exists: boolean }> {
  await ensureFolder(target.folder, 0o700);
  if (target.overwrite) return { filename: target.filename, exists: false };
  const { dir, name, ext } = path.parse(target.filename);
  for (let count = 0; ; count += 1) {
    const filename = count === 0 ? target.filename : path.join(dir, `${name} (${count})${ext}`);
    const file = path.join(target.folder, filename);
    if (!(await fileExists(file))) return { filename, exists: false };
    if ((await sha256Of(file)) === sha256) return { filename, exists: true };
  }
}

/** Moves an upload to its target, and returns its final name. */
export async function storeUpload(
  target: UploadTarget,
  file: Pick<StagedFile, "path" | "sha256">,
): Promise<string> {
  for (;;) {
    const { filename, exists } = await findFreeName(target, file.sha256);
    if (exists || (await moveTo(path.join(target.folder, filename), file.path, target.overwrite)))
      return filename;
  }
}

/** Returns false when another upload has taken the name in the meantime. */
async function moveTo(target: string, from: string, overwrite: boolean): Promise<boolean> {
  if (!overwrite) return placeFile(from, target);
  await moveFile(from, target);
  return true;
}

const fileExists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Hashes an existing file. Throws for a folder, as real servers do when the name of an upload is the name of a folder. */
async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
