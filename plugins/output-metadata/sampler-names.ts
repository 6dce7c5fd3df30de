// Sampler names as the AUTOMATIC1111 web UI shows them: what readers of its `parameters` text look for.

const samplers: Readonly<Record<string, string>> = {
  euler: "Euler",
  euler_ancestral: "Euler a",
  heun: "Heun",
  dpm_2: "DPM2",
  dpm_2_ancestral: "DPM2 a",
  lms: "LMS",
  dpm_fast: "DPM fast",
  dpm_adaptive: "DPM adaptive",
  dpmpp_2s_ancestral: "DPM++ 2S a",
  dpmpp_sde: "DPM++ SDE",
  dpmpp_2m: "DPM++ 2M",
  dpmpp_2m_sde: "DPM++ 2M SDE",
  dpmpp_2m_sde_heun: "DPM++ 2M SDE Heun",
  dpmpp_3m_sde: "DPM++ 3M SDE",
  ddim: "DDIM",
  uni_pc: "UniPC",
  uni_pc_bh2: "UniPC",
  lcm: "LCM",
};

/** `normal` is what a name without a schedule stands for. */
const schedules: Readonly<Record<string, string>> = {
  normal: "",
  karras: "Karras",
  exponential: "Exponential",
  sgm_uniform: "SGM Uniform",
  simple: "Simple",
  ddim_uniform: "DDIM",
  beta: "Beta",
  kl_optimal: "KL Optimal",
  align_your_steps: "Align Your Steps",
  sd_turbo: "Turbo",
};

const known = (names: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(names, name) ? (names[name] ?? name) : name;

/**
 * `dpmpp_2m` with `karras` gives `DPM++ 2M Karras`. The `_gpu` samplers differ only in where their noise is made and
 * share a name. A name that is not known there stays as it is.
 */
export function samplerName(sampler: string, scheduler = "normal"): string {
  return `${known(samplers, sampler.replace(/_gpu$/, ""))} ${known(schedules, scheduler)}`.trimEnd();
}
