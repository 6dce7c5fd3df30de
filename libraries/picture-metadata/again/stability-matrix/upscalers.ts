// The choice of an upscaler: a way of resizing, a model's file, or none.

import type { JsonObject } from "../../record.js";
import { numberOf } from "../numbers.js";
import { fileIn, find, isFields, textIn } from "./fields.js";

const methods = new Set(["nearest-exact", "bilinear", "area", "bicubic", "bislerp", "lanczos"]);

/** Undefined where the person chose none. */
export function upscalingIn(card: unknown): JsonObject | undefined {
  const chosen = find(card, "SelectedUpscaler", "Upscaler");
  const name = fileIn(chosen);
  const type = isFields(chosen) ? (textIn(chosen["Type"]) ?? "") : "";
  if (chosen !== undefined && (name === undefined || /^none$/i.test(type))) return undefined;
  const scale = numberOf(find(card, "Scale"));
  const isMethod = name !== undefined && methods.has(name.toLowerCase());
  return {
    ...(scale !== undefined && { scale }),
    ...(name !== undefined && (isMethod ? { method: name.toLowerCase() } : { model: name })),
  };
}
