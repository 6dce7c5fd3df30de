// Reads JSON objects of files, and changes them atomically.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createKeyedLock, ensureFolder, parseJson, recordOrEmpty, systemCode } from "@pictor/kernel/plugin";
import { stringifyJson } from "@pictor/comfyui-graph";
import { replaceFile } from "@pictor/locks";

export type JsonFile = Readonly<Record<string, unknown>>;

const queue = createKeyedLock();

/** The JSON object of a file: empty when the file does not exist or holds another value. Throws for malformed JSON. */
export async function readJsonFile(file: string): Promise<JsonFile> {
  try {
    return recordOrEmpty(parseJson(await readFile(file, "utf8")));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return {};
    throw error;
  }
}

/** Writes and returns what `change` makes of the JSON object of a file, if anything. Changes of one file take turns. */
export const changeJsonFile = (
  file: string,
  change: (before: JsonFile) => JsonFile | undefined,
): Promise<JsonFile | undefined> =>
  queue(file, async () => {
    const changed = change(await readJsonFile(file));
    if (changed === undefined) return undefined;
    await ensureFolder(path.dirname(file), 0o700);
    await replaceFile(file, stringifyJson(changed, 4), { mode: 0o600, isFlushed: false });
    return changed;
  });
