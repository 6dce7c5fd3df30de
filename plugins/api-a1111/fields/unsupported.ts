// The fields of the web UI for which Pictor has no counterpart: the values that ask for nothing, and why another value
// has no effect.

import { isRecord } from "@pictor/kernel/plugin";
import type { Note } from "../base/note.js";
import type { Fields } from "./read-field.js";

interface Unsupported {
  /** Values with which the field asks for nothing; null and a missing field do so always. */
  readonly neutral: readonly unknown[];
  /** The end of a sentence: "The field x had no effect, because ...". */
  readonly because: string;
}

const row = (because: string, ...neutral: readonly unknown[]): Unsupported => ({ neutral, because });
const noise = "Pictor's samplers have no such setting";
const variation = "Pictor has no variation seeds";
const saving = "Pictor saves every image according to its own configuration";
const inpainting = "Pictor samples the white part of the mask at the size of the whole image";

/** Of txt2img and img2img. */
const ofGeneration: Readonly<Record<string, Unsupported>> = {
  restore_faces: row("Pictor restores faces with the feature face-detailer only", false),
  tiling: row("Pictor makes no tileable images", false),
  styles: row("Pictor has presets instead of styles"),
  subseed: row(variation, -1, 0),
  subseed_strength: row(variation, 0),
  seed_resize_from_h: row(variation, -1, 0),
  seed_resize_from_w: row(variation, -1, 0),
  seed_enable_extras: row(variation, true, false),
  eta: row(noise, 1),
  s_min_uncond: row(noise, 0),
  s_churn: row(noise, 0),
  s_tmin: row(noise, 0),
  s_tmax: row(noise, 0),
  s_noise: row(noise, 1),
  disable_extra_networks: row("LoRAs of the prompt are always applied", false),
  do_not_save_samples: row(saving, false),
  do_not_save_grid: row("Pictor makes no grids", true, false),
  save_images: row(saving, true),
  force_task_id: row("Pictor gives each job an id of its own", ""),
  infotext: row("Pictor reads settings from the other fields only", ""),
  comments: row("Pictor writes its own metadata"),
  script_args: row("there are no scripts"),
  firstphase_width: row("the first pass has the size of width and height", 0),
  firstphase_height: row("the first pass has the size of width and height", 0),
  hr_checkpoint_name: row("both passes use the same checkpoint", "", "Use same checkpoint"),
  hr_prompt: row("both passes use the same prompt", ""),
  hr_negative_prompt: row("both passes use the same prompt", ""),
  hr_additional_modules: row("both passes use the same models", "Use same choices"),
  hr_distilled_cfg: row("both passes use the same guidance"),
};

const ofImg2img: Readonly<Record<string, Unsupported>> = {
  image_cfg_scale: row("no model of Pictor uses it", 0, 1.5),
  resize_mode: row("Pictor scales the image to the size, whatever its proportions", 0),
  mask_blur: row("Pictor does not blur masks", 0),
  mask_blur_x: row("Pictor does not blur masks", 0, 4),
  mask_blur_y: row("Pictor does not blur masks", 0, 4),
  mask_round: row("Pictor does not round masks", true),
  inpainting_fill: row("Pictor starts from the content of the image, as the value 1 does", 1),
  inpaint_full_res: row(inpainting, false, 0),
  inpaint_full_res_padding: row(inpainting, 0),
  initial_noise_multiplier: row(noise, 1),
  latent_mask: row("Pictor has one mask"),
};

const ofExtras: Readonly<Record<string, Unsupported>> = {
  show_extras_results: row("the reply always has the image", true),
  gfpgan_visibility: row("Pictor restores no faces while it upscales", 0),
  codeformer_visibility: row("Pictor restores no faces while it upscales", 0),
  codeformer_weight: row("Pictor restores no faces while it upscales", 0),
  upscaler_2: row("Pictor uses one upscaler", "None", ""),
  extras_upscaler_2_visibility: row("Pictor uses one upscaler", 0),
  upscale_first: row("Pictor restores no faces while it upscales", true, false),
};

/** Without a mask, what belongs to it has no effect in the web UI either. */
const needsMask = /^(mask_|inpaint|latent_mask)/;

export const unsupportedFields = {
  txt2img: ofGeneration,
  img2img: { ...ofGeneration, ...ofImg2img },
  extras: ofExtras,
} as const;

const isEmpty = (value: unknown): boolean =>
  (Array.isArray(value) && value.length === 0) || (isRecord(value) && Object.keys(value).length === 0);

/** Notes for the fields of the table whose value asks for something. */
export function unsupportedNotes(
  fields: Fields,
  table: Readonly<Record<string, Unsupported>>,
  hasMask = false,
): readonly Note[] {
  return Object.entries(table).flatMap(([field, { neutral, because }]) => {
    const value = Object.hasOwn(fields, field) ? (fields[field] ?? undefined) : undefined;
    if (value === undefined || neutral.includes(value) || isEmpty(value)) return [];
    if (needsMask.test(field) && !hasMask) return [];
    return [{ field, message: `The field ${field} had no effect, because ${because}.` }];
  });
}
