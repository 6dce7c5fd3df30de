// The samplers of other programs that are built on k-diffusion and diffusers, as those of ComfyUI.

import type { SamplerAndScheduler } from "../../parameters/sampler-names.js";

/** Names without a prefix `k_` and without a schedule. */
const samplers: Readonly<Record<string, string>> = {
  ddim: "ddim",
  ddim_v3: "ddim",
  ddpm: "ddpm",
  deis: "deis",
  dpm_2: "dpm_2",
  dpm_2_a: "dpm_2_ancestral",
  dpm_2_ancestral: "dpm_2_ancestral",
  dpm_adaptive: "dpm_adaptive",
  dpm_fast: "dpm_fast",
  dpmpp_2: "dpmpp_2m",
  dpmpp_2_a: "dpmpp_2s_ancestral",
  dpmpp_2m: "dpmpp_2m",
  dpmpp_2m_sde: "dpmpp_2m_sde",
  dpmpp_2s_ancestral: "dpmpp_2s_ancestral",
  dpmpp_3m_sde: "dpmpp_3m_sde",
  dpmpp_sde: "dpmpp_sde",
  euler: "euler",
  euler_a: "euler_ancestral",
  euler_ancestral: "euler_ancestral",
  heun: "heun",
  kdpm_2: "dpm_2",
  kdpm_2_a: "dpm_2_ancestral",
  lcm: "lcm",
  lms: "lms",
  uni_pc: "uni_pc",
  unipc: "uni_pc",
};

const schedules: Readonly<Record<string, string>> = {
  karras: "karras",
  exponential: "exponential",
  native: "normal",
  normal: "normal",
};

/** A sampler such as `k_euler_ancestral` or `dpmpp_2m_sde_k`; undefined for one without a counterpart. */
export function samplerOf(name: unknown, schedule?: unknown): SamplerAndScheduler | undefined {
  if (typeof name !== "string") return undefined;
  const lower = name.trim().toLowerCase();
  const isKarras = /_(k|karras)$/.test(lower);
  const sampler = samplers[lower.replace(/^k_/, "").replace(/_(k|karras)$/, "")];
  if (sampler === undefined) return undefined;
  const named = typeof schedule === "string" ? schedules[schedule.toLowerCase()] : undefined;
  return { sampler, scheduler: isKarras ? "karras" : (named ?? "normal") };
}
