// Samplers and schedulers as that program writes them: ids of ComfyUI, or in older files names for people.

import { samplerOf } from "../../parameters/sampler-names.js";
import type { JsonObject } from "../../record.js";
import { find, textIn } from "./fields.js";

const isId = (name: string): boolean => /^[a-z\d_]+$/.test(name);

export function samplingIn(card: unknown): JsonObject {
  const sampler = textIn(find(card, "SelectedSampler", "Sampler", "SamplerName"));
  const scheduler = textIn(find(card, "SelectedScheduler", "Scheduler"));
  const named = sampler === undefined || isId(sampler) ? undefined : samplerOf(sampler, scheduler);
  if (named !== undefined) return { ...named };
  return { ...(sampler !== undefined && { sampler }), ...(scheduler !== undefined && { scheduler }) };
}
