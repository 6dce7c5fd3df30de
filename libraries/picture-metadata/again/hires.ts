// The enlarged second pass of the AUTOMATIC1111 web UI as settings of the add-on hires-fix.

import type { JsonObject } from "../record.js";
import { samplerOf } from "../parameters/sampler-names.js";
import { known, numberOf, sizeOf, wholeOf } from "./numbers.js";

type Fields = Readonly<Record<string, string>>;

/** The fields that are read here. */
export const hiresFields: ReadonlySet<string> = new Set([
  ...["Denoising strength", "Hires upscale", "Hires upscaler", "Hires steps", "Hires resize"],
  ...["Hires sampler", "Hires schedule type", "Hires CFG Scale"],
]);

/** The latent upscalers of that program; every other name is that of a model's file. */
const latentMethods: Readonly<Record<string, string>> = {
  latent: "bilinear",
  "latent (antialiased)": "bilinear",
  "latent (bicubic)": "bicubic",
  "latent (bicubic antialiased)": "bicubic",
  "latent (nearest)": "nearest-exact",
  "latent (nearest-exact)": "nearest-exact",
  lanczos: "lanczos",
  nearest: "nearest-exact",
};

const methodOrModel = (name: string | undefined): Readonly<Record<string, string>> => {
  if (name === undefined || /^(none|)$/i.test(name)) return {};
  const method = latentMethods[name.toLowerCase()];
  return method === undefined ? { model: name } : { method };
};

/** Written as a factor, or as the size that comes out. */
function scaleOf(fields: Fields): number | undefined {
  const resized = sizeOf(fields["Hires resize"] ?? "");
  const size = sizeOf(fields["Size"] ?? "");
  const ratio =
    resized === undefined || size === undefined
      ? undefined
      : Math.max(resized.width / size.width, resized.height / size.height);
  return numberOf(fields["Hires upscale"]) ?? ratio;
}

/** Undefined where the picture had no second pass. */
export function hiresFix(fields: Fields): JsonObject | undefined {
  const names = [...hiresFields].filter((name) => name.startsWith("Hires"));
  if (!names.some((name) => fields[name] !== undefined)) return undefined;
  const steps = wholeOf(fields["Hires steps"]);
  const sampler = fields["Hires sampler"];
  const isOwn = sampler !== undefined && !/^use same/i.test(sampler);
  return known<string | number>({
    scale: scaleOf(fields),
    ...methodOrModel(fields["Hires upscaler"]),
    // None, or 0: as many as the first pass has.
    steps: steps === undefined || steps === 0 ? wholeOf(fields["Steps"]) : steps,
    denoise: numberOf(fields["Denoising strength"]),
    cfg: numberOf(fields["Hires CFG Scale"]),
    ...(isOwn && samplerOf(sampler, fields["Hires schedule type"])),
  });
}
