// Imports the metadata of Draw Things: JSON in the comment of the XMP data.

import type { Json } from "../../base/json.js";
import { parseSamplerName } from "../../parameters/sampler-names.js";
import type { ImportedProject } from "../../project/project.js";
import { parseNumber, parseSize } from "../setting-values.js";
import { xmpComment } from "../../xmp/xmp-texts.js";
import { foreignProject, readMembers } from "./foreign-image.js";
import { listOf, objectOf, readJsonObject } from "./read-json.js";
import { samplerOf } from "./samplers.js";

const memberNames = {
  prompt: "c",
  negative: "uc",
  seed: "seed",
  steps: "steps",
  cfg: "scale",
  model: "model",
  samplerName: "sampler",
};
const others = ["size", "lora", "clip_skip", "seed_mode", "v2", "profile", "strength"];

/** Words for the spacing of the steps at the end of a sampler's name, which samplers of ComfyUI do not have. */
const spacings = new Set(["trailing", "substep", "ays"]);

function readSampler(given: Json | undefined) {
  const words = typeof given === "string" ? given.trim().split(/\s+/) : [];
  const end = words.findLastIndex((word) => !spacings.has(word.toLowerCase())) + 1;
  const parsed = parseSamplerName(words.slice(0, end).join(" "));
  return {
    sampler: /^[a-z0-9_]+$/.test(parsed.sampler) ? parsed : samplerOf(parsed.sampler),
    spacing: words.slice(end).join(" "),
  };
}

export function importDrawThings(texts: Readonly<Record<string, string>>): ImportedProject | undefined {
  const metadata = readJsonObject(xmpComment(texts) ?? texts["UserComment"]);
  if (metadata === undefined || !("c" in metadata) || !("seed" in metadata)) return undefined;
  const size = typeof metadata["size"] === "string" ? parseSize(metadata["size"]) : undefined;
  const strength = parseNumber(metadata["strength"]) ?? 1;
  const { sampler, spacing } = readSampler(metadata["sampler"]);
  const image = readMembers(metadata, memberNames, others);
  return foreignProject("draw-things", {
    ...image,
    ...size,
    sampler,
    loras: listOf(metadata["lora"])
      .map(objectOf)
      .flatMap(({ model, weight }) =>
        typeof model === "string" ? [{ name: model, weight: parseNumber(weight) }] : [],
      ),
    unread: [
      ...image.unread,
      ...(strength < 1 ? ["strength"] : []),
      ...(spacing === "" ? [] : [`the spacing ${spacing} of the sampler`]),
    ],
  });
}
