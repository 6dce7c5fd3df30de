// Finds the input files of an image again by their contents: at the recorded path, beside the image, or in the current
// folder.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isNetworkPath } from "@pictor/host/trust";

/** The paths of the files that were found, by their recorded paths. */
export type FoundFiles = ReadonlyMap<string, string>;

/** The file name in a path of any operating system. */
const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? "";

/** The size limit in bytes: larger than any input of a server. The files of /proc have the size 0. */
const maxBytes = 2 ** 31;

async function hasContents(place: string, sha256: string): Promise<boolean> {
  if (isNetworkPath(place)) return false;
  const found = await stat(place).catch(() => undefined);
  if (found?.isFile() !== true || found.size === 0 || found.size > maxBytes) return false;
  const hash = createHash("sha256");
  try {
    for await (const piece of createReadStream(place) as AsyncIterable<Uint8Array>) hash.update(piece);
  } catch {
    return false;
  }
  return hash.digest("hex") === sha256;
}

/**
 * `digests` are the SHA-256 of the files by their recorded paths; `folders` are searched for a file of the same name.
 * Using a file whose contents match the record reveals nothing to the author of the record that the author did not
 * know.
 */
export async function findRecordedFiles(
  paths: readonly string[],
  digests: Readonly<Record<string, string>>,
  folders: readonly string[],
): Promise<FoundFiles> {
  const found = new Map<string, string>();
  for (const path of new Set(paths)) {
    const sha256 = Object.hasOwn(digests, path) ? digests[path] : undefined;
    if (sha256 === undefined) continue;
    for (const place of [path, ...folders.map((folder) => join(folder, nameOf(path)))]) {
      if (!(await hasContents(place, sha256))) continue;
      found.set(path, place);
      break;
    }
  }
  return found;
}
