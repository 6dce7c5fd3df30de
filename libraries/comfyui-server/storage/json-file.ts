// Reads JSON files, and writes them atomically.
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { discard, ensureFolder, moveFile, parseJson, systemCode } from "@pictor/kernel/plugin";
import { stringifyJson } from "@pictor/comfyui-graph";

/** Reads a JSON file. Returns undefined when the file does not exist. Throws for malformed JSON. */
export async function readJsonFile(file: string): Promise<unknown> {
  try {
    return parseJson(await readFile(file, "utf8"));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

export async function writeJsonFile(file: string, value: unknown): Promise<void> {
  await ensureFolder(path.dirname(file), 0o700);
  const staged = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(staged, stringifyJson(value, 4), { mode: 0o600 });
    await moveFile(staged, file);
  } catch (error) {
    await discard(staged);
    throw error;
  }
}
