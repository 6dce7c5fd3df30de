// The LoRAs that another program names beside its prompt, as tags of the prompt.

import { loraNames, loraTag } from "@pictor/prompt-syntax";
import { parseNumber } from "./setting-values.js";

export interface ForeignLora {
  readonly name: string;
  readonly weight?: number | undefined;
}

/** Reads `name: 0.5`; empty for a text without a name and a colon. */
export function loraOf(text: string): readonly ForeignLora[] {
  const colon = text.lastIndexOf(":");
  const name = text.slice(0, Math.max(0, colon)).trim();
  return name === "" ? [] : [{ name, weight: parseNumber(text.slice(colon + 1)) }];
}

/** The prompt with a tag for each LoRA that it does not load itself. */
export function withLoras(prompt: string, loras: readonly ForeignLora[]): string {
  const loaded = new Set(loraNames(prompt));
  const tags = loras
    .filter(({ name }) => !loaded.has(name))
    .map(({ name, weight }) => loraTag(name, weight === undefined ? [] : [String(weight)]));
  return [prompt, ...tags].filter((part) => part !== "").join(" ");
}
