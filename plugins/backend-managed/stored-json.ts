// JSON files that this plugin keeps for itself.

import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { ensureFolder } from "@pictor/kernel/plugin";

/** Reads a JSON file; undefined for a file that is missing, cannot be read, or holds no JSON. Callers check the shape. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically; only its owner can read it. `isFlushed: false` is for files that a power failure may cost. */
export async function writeJson(file: string, value: unknown, { isFlushed = true } = {}): Promise<void> {
  const { replaceFile } = await import("@pictor/locks");
  await ensureFolder(dirname(file), 0o700);
  await replaceFile(file, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600, isFlushed });
}
