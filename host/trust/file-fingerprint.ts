// A mark of a project's file that changes with its content. Only regular files are read, because reading others may
// never end.

import { readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { digestOf, isWithin, realPathOfExisting, textsIn } from "@pictor/kernel";
import { isNetworkPath } from "./network-path.js";

/**
 * The largest size, in bytes, of a file whose content is compared; larger files are compared by size and modification
 * time.
 */
const maxBytes = 1 << 26;

/**
 * A mark of a file's content. A folder has none, so that it may be made later: a store of files, a place to install in.
 * For any other path that is not a readable file, the mark only says whether the path exists.
 */
export function fileFingerprint(path: string): string {
  if (isNetworkPath(path)) return "";
  try {
    const found = statSync(path);
    if (found.isDirectory()) return "";
    if (!found.isFile()) return "no file";
    const { size, mtimeMs, ctimeMs } = found;
    return size > maxBytes ? `${size} ${mtimeMs} ${ctimeMs}` : digestOf(readFileSync(path));
  } catch {
    return "";
  }
}

/**
 * Marks of the files of a folder that settings name, and of main.py in the folders that they name. A program outside
 * the folder belongs to the user or the system, so of a link that leads outside only the target counts.
 */
export function programFingerprints(settings: unknown, folder: string): readonly (readonly string[])[] {
  const root = realPathOfExisting(folder);
  return textsIn(settings).flatMap((text) => {
    const given = resolve(root, text.replaceAll("\0", ""));
    if (isNetworkPath(text) || given === root || !isWithin(root, given)) return [];
    return [given, join(given, "main.py")].map((path) => {
      const real = realPathOfExisting(path);
      const mark = isWithin(root, real) ? fileFingerprint(real) : "";
      return [relative(root, path), relative(root, real), mark];
    });
  });
}
