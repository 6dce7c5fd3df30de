// Reads the samples of a plugin under test.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isRecord } from "@pictor/kernel";
import { importPluginModule } from "../import-module.js";
import type { Subject } from "./rule.js";
import type { ContractSamples } from "./samples.js";

const files = ["contract.js", "contract.mjs", "contract.ts"];

/**
 * The samples that the caller gives in place of the plugin's own, else those of contract.js; none if the folder has no such file.
 * Rejects if the file cannot be imported or exports something else.
 */
export async function readSamples({ source, options: { samples } }: Subject): Promise<ContractSamples> {
  if (samples !== undefined) return samples;
  if (typeof source !== "string") return source.samples ?? {};
  const file = files.map((name) => join(source, name)).find(existsSync);
  if (file === undefined) return {};
  const { default: exported } = await importPluginModule(pathToFileURL(file).href, source);
  if (!isRecord(exported)) throw new Error(`${file} has no object as its default export`);
  return exported;
}
