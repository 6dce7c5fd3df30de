// The samplers of other programs that are built on k-diffusion and diffusers, as those of ComfyUI.

import { isString } from "@pictor/kernel/plugin";
import {
  isSampler,
  parseSamplerName,
  schedulerNamed,
  type SamplerAndScheduler,
} from "../../parameters/sampler-names.js";

/** The sampler and the scheduler of a program that has those of ComfyUI. */
export const ofComfy = (sampler: unknown, scheduler: unknown): SamplerAndScheduler | undefined =>
  isString(sampler) ? { sampler, scheduler: isString(scheduler) ? scheduler : "normal" } : undefined;

/**
 * Other names than those of ComfyUI, and samplers that have no name in `parameters` texts; without a prefix `k_` and a
 * schedule.
 */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ddim_v3: "ddim",
    ddpm: "ddpm",
    deis: "deis",
    dpm_2_a: "dpm_2_ancestral",
    dpmpp_2: "dpmpp_2m",
    dpmpp_2_a: "dpmpp_2s_ancestral",
    dpmpp_2s_a: "dpmpp_2s_ancestral",
    euler_a: "euler_ancestral",
    kdpm_2: "dpm_2",
    kdpm_2_a: "dpm_2_ancestral",
    unipc: "uni_pc",
  }),
);

/** A sampler such as `k_euler_ancestral` or `dpmpp_2m_sde_k`; undefined for one without a counterpart. */
export function samplerOf(name: unknown, schedule?: unknown): SamplerAndScheduler | undefined {
  if (typeof name !== "string") return undefined;
  const lower = name.trim().toLowerCase();
  const isKarras = /_(k|karras)$/.test(lower);
  const bare = lower.replace(/^k_/, "").replace(/_(k|karras)$/, "");
  const sampler = isSampler(bare) ? bare : otherNames.get(bare);
  if (sampler === undefined) return undefined;
  const named = typeof schedule === "string" ? schedulerNamed(schedule) : undefined;
  return { sampler, scheduler: isKarras ? "karras" : (named ?? "normal") };
}

/**
 * The sampler of a `parameters` text. Clients of the AI Horde write the names of k-diffusion there, such as
 * `k_euler_a`. An unknown name is kept.
 */
export function samplerInParameters(name: string, schedule: string | undefined): SamplerAndScheduler {
  const parsed = parseSamplerName(name, schedule);
  return isSampler(parsed.sampler) ? parsed : (samplerOf(name, schedule) ?? parsed);
}
