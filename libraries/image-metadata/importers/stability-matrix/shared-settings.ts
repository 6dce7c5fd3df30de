// Settings that cards and modules of Stability Matrix have in common: sampler, upscaler and source image.

import { parseSamplerName } from "../../parameters/sampler-names.js";
import { isJsonObject, type JsonObject } from "../../base/json.js";
import { findField } from "./lenient-json.js";
import { choiceFrom, readSettings, textFrom } from "./read-settings.js";

const isComfyId = (name: string): boolean => /^[a-z\d_]+$/.test(name);

/** Sampler and scheduler as ids of ComfyUI. Older project files have display names instead of the ids. */
export function samplingFrom(card: unknown): JsonObject {
  const sampling = readSettings(card, {
    sampler: ["text", "SelectedSampler", "Sampler", "SamplerName"],
    scheduler: ["text", "SelectedScheduler", "Scheduler"],
  });
  const { sampler, scheduler } = sampling as { readonly sampler?: string; readonly scheduler?: string };
  return sampler === undefined || isComfyId(sampler) ? sampling : { ...parseSamplerName(sampler, scheduler) };
}

const scaleMethods = new Set(["nearest-exact", "bilinear", "area", "bicubic", "bislerp", "lanczos"]);

/** A scale factor with an interpolation method or an upscale model. Undefined when the chosen upscaler is `None`. */
export function upscalingFrom(card: unknown): JsonObject | undefined {
  const chosen = findField(card, "SelectedUpscaler", "Upscaler");
  const name = choiceFrom(chosen);
  const type = isJsonObject(chosen) ? (textFrom(chosen["Type"]) ?? "") : "";
  if (chosen !== undefined && (name === undefined || /^none$/i.test(type))) return undefined;
  const method = name?.toLowerCase() ?? "";
  return {
    ...readSettings(card, { scale: ["number", "Scale"] }),
    ...(scaleMethods.has(method) ? { method } : name !== undefined && { model: name }),
  };
}

export interface SourceImage {
  /** Path of the image on the machine on which the project was made. */
  readonly path?: string;
  /** End of a sentence that says what the user has to check. */
  readonly note: string;
}

export function sourceImageFrom(card: unknown): SourceImage {
  const named = findField(card, "LocalFile", "ImagePath", "FullPath", "ImageSourceRelativePath", "Path");
  const path = textFrom(named) ?? textFrom(findField(card, "ImageSource"));
  if (path === undefined)
    return { note: "the project does not name the image; name it in the setting `image`." };
  return {
    path,
    note: `the project names ${path}; if that file is not on this machine, name another one in the setting \`image\`.`,
  };
}
