// The fields of the second pass of txt2img, the "hires fix" of the web UI.

import type { FieldReader } from "./read-field.js";

export interface HiresFields {
  readonly scale: number | undefined;
  /** Size of the result; 0 or undefined: by the factor. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly upscaler: string | undefined;
  /** 0 or undefined: as many as in the first pass. */
  readonly steps: number | undefined;
  readonly denoise: number;
  readonly cfg: number | undefined;
  readonly sampler: string | undefined;
  readonly scheduler: string | undefined;
}

export const hiresNames = [
  "enable_hr",
  "hr_scale",
  "hr_resize_x",
  "hr_resize_y",
  "hr_upscaler",
  "hr_second_pass_steps",
  "hr_cfg",
  "hr_sampler_name",
  "hr_scheduler",
] as const;

/** The default of the web UI. */
export const defaultDenoise = 0.75;
const largestSide = 16_384;

const own = (name: string | undefined): string | undefined =>
  name === undefined || /^(use same \w+|)$/i.test(name) ? undefined : name;

/** The fields of the second pass; undefined without one. */
export function readHires(read: FieldReader): HiresFields | undefined {
  const hires = {
    scale: read.number("hr_scale", 0.1, 16),
    width: read.integer("hr_resize_x", 0, largestSide),
    height: read.integer("hr_resize_y", 0, largestSide),
    upscaler: read.text("hr_upscaler"),
    steps: read.integer("hr_second_pass_steps", 0, 10_000),
    denoise: read.number("denoising_strength", 0, 1) ?? defaultDenoise,
    cfg: read.number("hr_cfg", 0, 100),
    sampler: own(read.text("hr_sampler_name")),
    scheduler: own(read.text("hr_scheduler")),
  };
  return read.boolean("enable_hr") === true ? hires : undefined;
}
