// The saved file of an output, for its thumbnail.

import { digestOf } from "@pictor/kernel";
import { stat } from "node:fs/promises";
import { fault } from "../contract/faults.js";
import type { OutputSource } from "../jobs/registry-types.js";
import type { ServedFile } from "@pictor/features/gallery";

/**
 * The file, and the key under which its thumbnails are cached. Rejects with `API_THUMBNAIL_IMPOSSIBLE` if the output is
 * not saved, or its file no longer exists.
 */
export async function outputFile(
  job: string,
  source: OutputSource,
): Promise<{ readonly key: string; readonly file: ServedFile }> {
  const refuse = (reason: string) => fault("API_THUMBNAIL_IMPOSSIBLE", { id: `of the job ${job}`, reason });
  if (source.kind !== "file") throw refuse("it is not saved as a file");
  const { path, mime, filename: name } = source;
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw refuse("its file is missing");
  const key = `output-${digestOf(path).slice(0, 32)}`;
  return { key, file: { path, mime, name, bytes: found.size, modifiedMs: found.mtimeMs } };
}
