// Refuses a generation that asks for more than the limits of the configuration allow.

import { fault } from "../base/errors/error-catalog.js";
import type { Limits } from "../contract/configuration.gen.js";

const units: Readonly<Record<keyof Limits, string>> = {
  promptCharacters: "characters",
  promptTags: "LoRAs, embeddings, choices and wildcards",
  features: "features",
  graphNodes: "nodes",
  generationBytes: "bytes in all batches",
};

/** `where` begins the sentence of the error, such as `The prompt`. Throws `LIMIT_EXCEEDED`, which names the setting. */
export function requireWithin(limits: Limits, name: keyof Limits, found: number, where: string): void {
  const limit = limits[name];
  if (found <= limit) return;
  const details = { where, found: `${found} ${units[name]}`, limit, setting: `limits.${name}` };
  throw fault("LIMIT_EXCEEDED", details);
}
