// Imports the metadata of InvokeAI in its three forms: `invokeai_metadata` (version 3 and later), `sd-metadata` (2) and
// `Dream` (1).

import type { Json, JsonObject } from "../../base/json.js";
import type { ImportedProject } from "../../project/project.js";
import { parseNumber } from "../setting-values.js";
import type { ForeignLora } from "../foreign-loras.js";
import { foreignProject, readMembers, type ForeignImage } from "./foreign-image.js";
import { modelNameOf, readInvokeGraph } from "./invokeai-graph.js";
import { listOf, objectOf, readJsonObject } from "./read-json.js";
import { samplerOf } from "./samplers.js";

type Texts = Readonly<Record<string, string>>;

const memberNames = {
  prompt: "positive_prompt",
  negative: "negative_prompt",
  seed: "seed",
  steps: "steps",
  cfg: "cfg_scale",
  width: "width",
  height: "height",
  samplerName: "scheduler",
};
const others = [
  ...["model", "vae", "loras", "clip_skip", "app_version", "generation_mode", "rand_device"],
  "cfg_rescale_multiplier",
];

const lorasOf = (value: Json | undefined): readonly ForeignLora[] =>
  listOf(value)
    .map(objectOf)
    .flatMap(({ model, lora, weight }) => {
      const name = modelNameOf(model ?? lora);
      return name === undefined ? [] : [{ name, weight: parseNumber(weight) }];
    });

/** Version 3 and later. */
function readMetadata(metadata: JsonObject): ForeignImage {
  const rescale = parseNumber(metadata["cfg_rescale_multiplier"]) ?? 0;
  const image = readMembers(metadata, memberNames, others);
  return {
    ...image,
    // A skip of 0 is none, which is 1 here.
    clipSkip: (parseNumber(metadata["clip_skip"]) ?? 0) > 0 ? Number(metadata["clip_skip"]) + 1 : undefined,
    model: modelNameOf(metadata["model"]),
    vae: modelNameOf(metadata["vae"]),
    sampler: samplerOf(metadata["scheduler"]),
    loras: lorasOf(metadata["loras"]),
    unread: [...image.unread, ...(rescale > 0 ? ["cfg_rescale_multiplier"] : [])],
  };
}

/** Older versions write the negative prompt in brackets inside the prompt. */
function splitPrompt(text: string): Pick<ForeignImage, "prompt" | "negative"> {
  const negatives: string[] = [];
  const prompt = text.replace(/\[([^[\]]*)\]/g, (_whole, inner: string) => {
    negatives.push(inner.trim());
    return "";
  });
  return { prompt: prompt.replace(/\s+/g, " ").trim(), negative: negatives.join(", ") };
}

/** The prompt of version 2: a text, or parts with weights. */
function promptText(value: Json | undefined): string {
  if (typeof value === "string") return value;
  return listOf(value)
    .map((part) => objectOf(part)["prompt"])
    .filter((text) => typeof text === "string")
    .join(" ");
}

const olderNames = {
  seed: "seed",
  steps: "steps",
  cfg: "cfg_scale",
  width: "width",
  height: "height",
  samplerName: "sampler",
};
const olderOthers = ["prompt", "type", "threshold", "perlin", "postprocessing"];

/** Version 2: `sd-metadata`. */
function readOlder(metadata: JsonObject): ForeignImage {
  const image = objectOf(metadata["image"]);
  return {
    ...readMembers(image, olderNames, olderOthers),
    ...splitPrompt(promptText(image["prompt"])),
    model: metadata["model_weights"],
    sampler: samplerOf(image["sampler"]),
  };
}

/**
 * Version 1: the prompt in quotes and the options of a command, such as `"a fox [fog]" -s 50 -S 42 -W 512 -H 512 -C 7.5
 * -A k_lms`.
 */
function readDream(text: string): ForeignImage {
  const [, quoted = "", rest = ""] = /^\s*"((?:[^"\\]|\\.)*)"(.*)$/s.exec(text) ?? [undefined, text, ""];
  const options = new Map(
    [...rest.matchAll(/(?:^|\s)-([a-zA-Z])\s*([^\s-]\S*)/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
  const known = ["s", "S", "W", "H", "C", "A", "n"];
  return {
    ...splitPrompt(quoted.replace(/\\(.)/g, "$1")),
    steps: options.get("s"),
    seed: options.get("S"),
    width: options.get("W"),
    height: options.get("H"),
    cfg: options.get("C"),
    samplerName: options.get("A"),
    sampler: samplerOf(options.get("A")),
    unread: [...options.keys()].filter((name) => !known.includes(name)).map((name) => `-${name}`),
  };
}

/** The settings in the first form that the image has. */
function readInvoke(texts: Texts): ForeignImage | undefined {
  const metadata = readJsonObject(texts["invokeai_metadata"]);
  if (metadata !== undefined && "positive_prompt" in metadata) return readMetadata(metadata);
  const graph = readJsonObject(texts["invokeai_graph"]);
  const ofGraph = graph && readInvokeGraph(graph);
  if (ofGraph !== undefined) return ofGraph;
  const older = readJsonObject(texts["sd-metadata"]);
  if (older !== undefined && "image" in older) return readOlder(older);
  const { Dream: dream } = texts;
  return dream === undefined || dream.trim() === "" ? undefined : readDream(dream);
}

export function importInvokeAi(texts: Texts): ImportedProject | undefined {
  const image = readInvoke(texts);
  return image && foreignProject("invokeai", image);
}
