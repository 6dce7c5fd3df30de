// The fields of txt2img and img2img that Pictor has settings for, read from the body of a request.

import { isRecord, recordOrEmpty } from "@pictor/kernel/plugin";
import type { Note } from "../base/note.js";
import { scriptUnknown } from "../base/faults.js";
import { defaultDenoise, hiresNames, readHires, type HiresFields } from "./hires-fields.js";
import { readOptions, type OptionFields } from "./option-fields.js";
import { fieldReader, type FieldReader, type Fields } from "./read-field.js";
import { unknownNotes } from "./unknown-fields.js";
import { unsupportedFields, unsupportedNotes } from "./unsupported.js";

export type Kind = "txt2img" | "img2img";

export interface GenerationFields {
  readonly prompt: string | undefined;
  readonly negative: string | undefined;
  /** Decimal digits; undefined for a random seed. */
  readonly seed: string | undefined;
  readonly batchSize: number;
  readonly batches: number;
  readonly steps: number | undefined;
  readonly cfg: number | undefined;
  readonly guidance: number | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly sampler: string | undefined;
  readonly scheduler: string | undefined;
  readonly refiner: string | undefined;
  readonly refinerSwitchAt: number | undefined;
  readonly options: OptionFields;
  /** Whether the options of the request stay in effect for the token. */
  readonly keepsOptions: boolean;
  readonly sendsImages: boolean;
  readonly hires: HiresFields | undefined;
  readonly start: StartFields | undefined;
  readonly notes: readonly Note[];
}

/** What img2img starts from. */
export interface StartFields {
  /** Images as the client has encoded them. */
  readonly image: string;
  readonly mask: string | undefined;
  readonly invertsMask: boolean;
  readonly denoise: number;
  /** Whether the reply has the images of the request. */
  readonly echoesImages: boolean;
}

const commonNames = [
  ...["prompt", "negative_prompt", "seed", "batch_size", "n_iter", "steps", "cfg_scale"],
  ...["distilled_cfg_scale", "width", "height", "sampler_name", "sampler_index", "scheduler"],
  ...["refiner_checkpoint", "refiner_switch_at", "clip_skip", "override_settings"],
  ...["override_settings_restore_afterwards", "denoising_strength", "send_images"],
  ...["script_name", "alwayson_scripts"],
] as const;
const startNames = ["init_images", "mask", "inpainting_mask_invert", "include_init_images"] as const;

/** The fields that have an effect, by the kind of request. */
const supportedNames: Readonly<Record<Kind, readonly string[]>> = {
  txt2img: [...commonNames, ...hiresNames],
  img2img: [...commonNames, ...startNames],
};

/** The names of all fields that are known, with and without an effect. */
export const knownNames = (kind: Kind): readonly string[] => [
  ...supportedNames[kind],
  ...Object.keys(unsupportedFields[kind]),
];

const largestSide = 16_384;
const smallestSide = 16;

function readStart(read: FieldReader): StartFields {
  const images = read.list("init_images") ?? [];
  const [image] = images;
  if (images.length !== 1 || typeof image !== "string" || image === "")
    throw read.invalid("init_images", "a list with one image as a text in base64");
  const mask = read.text("mask");
  return {
    image,
    mask: mask === "" ? undefined : mask,
    invertsMask: read.boolean("inpainting_mask_invert") === true,
    denoise: read.number("denoising_strength", 0, 1) ?? defaultDenoise,
    echoesImages: read.boolean("include_init_images") === true,
  };
}

/** Whether an argument of a script asks for nothing, such as one that switches the script off. */
const isOff = (argument: unknown): boolean =>
  argument === false || argument === null || (isRecord(argument) && argument["enabled"] === false);

/** A script changes how all images are made, so a request with one is refused, as by a web UI that does not have it. */
function refuseScripts(read: FieldReader): void {
  const name = read.text("script_name") ?? "";
  if (name !== "" && name !== "None") throw scriptUnknown(name);
  for (const [script, value] of Object.entries(read.record("alwayson_scripts") ?? {})) {
    const given = recordOrEmpty(value);
    const args = fieldReader(given, `alwayson_scripts.${script}.`).list("args") ?? [];
    // The first argument of many scripts switches them on.
    if (args.length > 0 && args[0] !== false && !args.every(isOff)) throw scriptUnknown(script);
  }
}

/** Throws `A1111_FIELD_INVALID` and `A1111_SCRIPT_UNKNOWN`. */
export function readGeneration(kind: Kind, fields: Fields): GenerationFields {
  const read = fieldReader(fields);
  refuseScripts(read);
  const override = readOptions(read.record("override_settings") ?? {}, "override_settings.");
  const clipSkip = read.integer("clip_skip", 0, 24);
  const options = { ...(clipSkip !== undefined && { clipSkip: Math.max(clipSkip, 1) }), ...override.options };
  const start = kind === "img2img" ? readStart(read) : undefined;
  const batchSize = read.integer("batch_size", 1, 1000) ?? 1;
  const batches = read.integer("n_iter", 1, 1000) ?? 1;
  if (batchSize * batches > 1000) throw read.invalid("n_iter", "at most 1000 images in one request");
  return {
    prompt: read.text("prompt"),
    negative: read.text("negative_prompt"),
    seed: read.seed("seed"),
    batchSize,
    batches,
    steps: read.integer("steps", 1, 10_000),
    cfg: read.number("cfg_scale", 0, 100),
    guidance: read.number("distilled_cfg_scale", 0, 100),
    width: read.integer("width", smallestSide, largestSide),
    height: read.integer("height", smallestSide, largestSide),
    sampler: read.text("sampler_name") || read.text("sampler_index") || undefined,
    scheduler: read.text("scheduler") || undefined,
    refiner: read.text("refiner_checkpoint"),
    refinerSwitchAt: read.number("refiner_switch_at", 0, 1),
    options,
    keepsOptions: read.boolean("override_settings_restore_afterwards") === false,
    sendsImages: read.boolean("send_images") !== false,
    hires: kind === "txt2img" ? readHires(read) : undefined,
    start,
    notes: [
      ...override.notes,
      ...unsupportedNotes(fields, unsupportedFields[kind], start?.mask !== undefined),
      ...unknownNotes(fields, knownNames(kind)),
    ],
  };
}
