// The file .tracking in an extension from the registry: the paths of its archive, one per line, as ComfyUI-Manager writes it.

import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { entryProblem } from "@pictor/archives";
import { readSmallFile } from "../files/read-small-file.js";

export const trackingFile = ".tracking";

/**
 * Relative paths with forward slashes. Paths that lead out of the folder are left out, because another program may have
 * written them.
 */
export async function readTracking(folder: string): Promise<ReadonlySet<string>> {
  const text = (await readSmallFile(join(folder, trackingFile), 16_777_216)) ?? "";
  const paths = text.split(/\r?\n/).map((line) => line.trim().replace(/\/+$/, ""));
  return new Set(paths.filter((path) => entryProblem(path) === undefined));
}

export const writeTracking = (folder: string, paths: readonly string[]): Promise<void> =>
  writeFile(join(folder, trackingFile), `${paths.join("\n")}\n`);

/** Files and links below a folder, as relative paths with forward slashes; links are not followed. */
export async function listFilesRecursively(folder: string, prefix = ""): Promise<readonly string[]> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true });
  const parts = await Promise.all(
    entries.map((entry) => {
      const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
      return entry.isDirectory() ? listFilesRecursively(folder, path) : Promise.resolve([path]);
    }),
  );
  return parts.flat();
}
