// The member `info` of a reply: a JSON text about the images, with the names of the web UI. Its values are those in the images.

import { basename } from "node:path";
import { parseParameters, type ImageMetadata } from "@pictor/image-metadata";
import { asFilledString, stringifyJson } from "@pictor/kernel/plugin";
import { toNetworkSyntax } from "@pictor/prompt-syntax";
import type { Note } from "../base/note.js";
import type { EndedJob } from "../jobs/run-job.js";
import { modelName } from "../names/match-name.js";
import { samplerName } from "../names/samplers.js";
import { timestamp } from "./progress.js";

type Values = Readonly<Record<string, unknown>>;

const integerOf = (digits: string | undefined): number | bigint | null => {
  if (digits === undefined) return null;
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
};
const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

export interface InfoOptions {
  readonly ended: EndedJob;
  /** Those of the images, in their order. */
  readonly metadata: readonly (ImageMetadata | undefined)[];
  /** What the request asked for, for images without metadata. */
  readonly asked: Values;
  readonly notes: readonly Note[];
}

/** Prompts of the images: as they were used, with the choices that were made. */
function promptsOf({ metadata, asked }: InfoOptions, which: "positive" | "negative"): readonly string[] {
  const given = asFilledString(asked[which === "positive" ? "prompt" : "negative"]) ?? "";
  return metadata.map((found) =>
    found?.record === undefined && found?.parameters !== undefined
      ? parseParameters(found.parameters)[which]
      : toNetworkSyntax(found?.record?.prompt[which] ?? given),
  );
}

export function generationInfo(options: InfoOptions): string {
  const { ended, metadata, asked, notes } = options;
  const [first] = metadata;
  const used: Values = { ...asked, ...first?.record?.params };
  const second = first?.record?.features.find(({ id }) => id === "hires-fix");
  const prompts = promptsOf(options, "positive");
  const negatives = promptsOf(options, "negative");
  const allSeeds = ended.images.map(({ output }) => integerOf(output.seed));
  const model = asFilledString(used["model"]) ?? asFilledString(used["diffusionModel"]);
  const vae = asFilledString(used["vae"]);
  const sampler = asFilledString(used["sampler"]);
  return stringifyJson({
    prompt: prompts[0] ?? toNetworkSyntax(asFilledString(asked["prompt"]) ?? ""),
    all_prompts: prompts,
    negative_prompt: negatives[0] ?? toNetworkSyntax(asFilledString(asked["negative"]) ?? ""),
    all_negative_prompts: negatives,
    seed: allSeeds[0] ?? integerOf(asFilledString(asked["seed"])),
    all_seeds: allSeeds,
    subseed: -1,
    all_subseeds: allSeeds.map(() => -1),
    subseed_strength: 0,
    width: numberOf(used["width"]) ?? first?.width ?? null,
    height: numberOf(used["height"]) ?? first?.height ?? null,
    sampler_name: sampler === undefined ? null : samplerName(sampler),
    cfg_scale: numberOf(used["cfg"]),
    steps: numberOf(used["steps"]),
    batch_size: ended.images.length,
    restore_faces: false,
    face_restoration_model: null,
    sd_model_name: model === undefined ? null : modelName(basename(model.replace(/\\/g, "/"))),
    sd_model_hash: null,
    sd_vae_name: vae ?? null,
    sd_vae_hash: null,
    seed_resize_from_w: -1,
    seed_resize_from_h: -1,
    denoising_strength: numberOf(second?.settings["denoise"] ?? used["denoise"]),
    extra_generation_params: {},
    index_of_first_image: 0,
    infotexts: metadata.map((found) => found?.parameters ?? ""),
    styles: [],
    job_timestamp: ended.job === undefined ? "0" : timestamp(ended.job.createdAtMs),
    clip_skip: numberOf(used["clipSkip"]) ?? 1,
    is_using_inpainting_conditioning: false,
    pictor: {
      job: ended.job?.id ?? null,
      interrupted: ended.isInterrupted,
      notes: notes.map(({ field, message }) => ({ field, message })),
    },
  });
}
