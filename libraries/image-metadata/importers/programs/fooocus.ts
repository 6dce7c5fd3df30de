// Imports the metadata of Fooocus and its fork RuinedFooocus: JSON in `parameters` of a PNG, or in the EXIF comment of
// a WebP or a JPEG.

import type { JsonObject } from "../../base/json.js";
import type { ImportedProject } from "../../project/project.js";
import { loraOf, type ForeignLora } from "../foreign-loras.js";
import { parseNumber, vaeOf } from "../setting-values.js";
import { foreignProject, readMembers } from "./foreign-image.js";
import { commentsIn, listOf } from "./read-json.js";
import { ofComfy } from "./samplers.js";

const memberNames = {
  prompt: "prompt",
  negative: "negative_prompt",
  seed: "seed",
  steps: "steps",
  cfg: "guidance_scale",
  clipSkip: "clip_skip",
  model: "base_model",
};
const others = [
  ...["full_prompt", "full_negative_prompt", "resolution", "sampler", "scheduler", "base_model_hash", "vae"],
  ...["loras", "metadata_scheme", "version", "created_by", "width", "height"],
];

function lorasOf(metadata: JsonObject): readonly ForeignLora[] {
  const { loras } = metadata;
  if (Array.isArray(loras))
    return listOf(loras).flatMap((entry) => {
      const [name, weight] = listOf(entry);
      return typeof name === "string" ? [{ name, weight: parseNumber(weight) }] : [];
    });
  return Object.entries(metadata).flatMap(([key, value]) =>
    /^lora_combined_\d+$/.test(key) && typeof value === "string" ? loraOf(value) : [],
  );
}

/** The same settings as RuinedFooocus, a fork, names them. */
const names: Readonly<Record<string, string>> = {
  Prompt: "prompt",
  Negative: "negative_prompt",
  cfg: "guidance_scale",
  sampler_name: "sampler",
  base_model_name: "base_model",
};

/** The metadata with the names of Fooocus. A fork writes each LoRA as a hash, and a text of weight and name. */
function withNamesOfFooocus(metadata: JsonObject): JsonObject {
  if (metadata["software"] !== "RuinedFooocus") return metadata;
  const { loras, software: _, ...rest } = metadata;
  const named = Object.entries(rest).map(([name, value]) => [names[name] ?? name, value] as const);
  const pairs = listOf(loras).flatMap((entry) => {
    const [, text] = listOf(entry);
    const [, weight, name] =
      /^\s{0,9}(-?[\d.]{1,9}) - (.{1,300})$/.exec(typeof text === "string" ? text : "") ?? [];
    return name === undefined || weight === undefined ? [] : [[name, weight]];
  });
  return { ...Object.fromEntries(named), loras: pairs };
}

export function importFooocus(texts: Readonly<Record<string, string>>): ImportedProject | undefined {
  const metadata = commentsIn(texts)
    .map(withNamesOfFooocus)
    .find((found) => "prompt" in found && "base_model" in found && "guidance_scale" in found);
  if (metadata === undefined) return undefined;
  const { resolution, sampler, scheduler } = metadata;
  const [, width = metadata["width"], height = metadata["height"]] =
    /^\D{0,9}(\d{1,6})\D{1,9}(\d{1,6})/.exec(typeof resolution === "string" ? resolution : "") ?? [];
  const image = readMembers(metadata, memberNames, others);
  return foreignProject("fooocus", {
    ...image,
    width,
    height,
    vae: vaeOf(metadata["vae"]),
    sampler: ofComfy(sampler, scheduler),
    loras: lorasOf(metadata),
    unread: image.unread.filter((name) => !/^lora_combined_\d+$/.test(name)),
  });
}
