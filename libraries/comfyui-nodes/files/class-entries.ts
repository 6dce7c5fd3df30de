// The node classes as a real server publishes them, with simulated model files: object-info.jsonl has a class in each line.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ClassEntry } from "@pictor/comfyui-graph";
import { parseJson } from "@pictor/kernel/plugin";

const file = createRequire(import.meta.url).resolve("@pictor/comfyui-nodes/object-info.jsonl");

/** Lines such as `{"KSampler":{...}}` by class name. */
const lines: ReadonlyMap<string, string> = new Map(
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => [line.slice(2, line.indexOf('"', 2)), line]),
);

export const recordedNames = (): readonly string[] => [...lines.keys()];

/** Parses the entry of a class. */
export function readEntry(name: string): ClassEntry {
  const line = lines.get(name);
  if (line === undefined) throw new Error(`object-info.jsonl has no entry for ${name}`);
  return (parseJson(line) as Readonly<Record<string, ClassEntry>>)[name] as ClassEntry;
}
