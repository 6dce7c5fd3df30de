// Imports the metadata of NovelAI: texts of a PNG with JSON in `Comment`, or the same texts as JSON in the EXIF comment
// of a WebP.

import type { Json, JsonObject } from "../../base/json.js";
import type { ImportedProject } from "../../project/project.js";
import { foreignProject, readMembers } from "./foreign-image.js";
import { listOf, objectOf, readJsonObject } from "./read-json.js";
import { samplerOf } from "./samplers.js";

const memberNames = {
  seed: "seed",
  steps: "steps",
  cfg: "scale",
  width: "width",
  height: "height",
  samplerName: "sampler",
};
const others = [
  ...["prompt", "uc", "noise_schedule", "n_samples", "v4_prompt", "v4_negative_prompt", "request_type"],
  ...["signed_hash", "version", "model", "extra_noise_seed"],
];

/** The prompts of version 4 have a base, and captions of characters. */
function captionOf(value: Json | undefined): string | undefined {
  const caption = objectOf(objectOf(value)["caption"]);
  const { base_caption: base, char_captions: characters } = caption;
  if (typeof base !== "string") return undefined;
  const captions = listOf(characters).flatMap((character) => {
    const text = objectOf(character)["char_caption"];
    return typeof text === "string" && text !== "" ? [text] : [];
  });
  return [base, ...captions].filter((text) => text !== "").join(", ");
}

/** The texts of the image that NovelAI wrote. */
function textsOf(texts: Readonly<Record<string, string>>): JsonObject | undefined {
  const comment = readJsonObject(texts["UserComment"]);
  const all: JsonObject = comment !== undefined && typeof comment["Comment"] === "string" ? comment : texts;
  const { Software: software, Source: source, Title: title } = all;
  return [software, source, title].some((text) => typeof text === "string" && /novelai/i.test(text))
    ? all
    : undefined;
}

export function importNovelAi(texts: Readonly<Record<string, string>>): ImportedProject | undefined {
  const all = textsOf(texts);
  const comment = readJsonObject(typeof all?.["Comment"] === "string" ? all["Comment"] : undefined);
  if (all === undefined || comment === undefined) return undefined;
  const { Description: description, Source: source } = all;
  const prompt = captionOf(comment["v4_prompt"]) ?? comment["prompt"] ?? description;
  const negative = captionOf(comment["v4_negative_prompt"]) ?? comment["uc"];
  const hasWeights = [prompt, negative].some((text) => typeof text === "string" && /[{}[\]]|\d::/.test(text));
  return foreignProject("novelai", {
    ...readMembers(comment, memberNames, others),
    prompt,
    negative,
    sampler: samplerOf(comment["sampler"], comment["noise_schedule"]),
    notes: [
      `The model was left out, because NovelAI does not publish it${typeof source === "string" ? `: ${source}` : ""}.`,
      ...(hasWeights ? ["The weights in braces and brackets are text here: write (words:1.1)."] : []),
    ],
  });
}
