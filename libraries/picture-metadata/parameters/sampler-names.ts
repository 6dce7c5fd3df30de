// Sampler names of ComfyUI and of the AUTOMATIC1111 web UI, both ways: readers of `parameters` look for the latter.

/** Where two share a name, the first is what the name stands for. */
const samplers: readonly (readonly [id: string, name: string])[] = [
  ["euler", "Euler"],
  ["euler_ancestral", "Euler a"],
  ["heun", "Heun"],
  ["dpm_2", "DPM2"],
  ["dpm_2_ancestral", "DPM2 a"],
  ["lms", "LMS"],
  ["dpm_fast", "DPM fast"],
  ["dpm_adaptive", "DPM adaptive"],
  ["dpmpp_2s_ancestral", "DPM++ 2S a"],
  ["dpmpp_sde", "DPM++ SDE"],
  ["dpmpp_2m", "DPM++ 2M"],
  ["dpmpp_2m_sde", "DPM++ 2M SDE"],
  ["dpmpp_2m_sde_heun", "DPM++ 2M SDE Heun"],
  ["dpmpp_3m_sde", "DPM++ 3M SDE"],
  ["ddim", "DDIM"],
  ["uni_pc", "UniPC"],
  ["uni_pc_bh2", "UniPC"],
  ["lcm", "LCM"],
];

/** `normal` is what a name without a schedule stands for. */
const schedules: readonly (readonly [id: string, name: string])[] = [
  ["normal", ""],
  ["normal", "Normal"],
  ["normal", "Automatic"],
  ["normal", "Uniform"],
  ["karras", "Karras"],
  ["exponential", "Exponential"],
  ["sgm_uniform", "SGM Uniform"],
  ["simple", "Simple"],
  ["ddim_uniform", "DDIM"],
  ["beta", "Beta"],
  ["kl_optimal", "KL Optimal"],
  ["align_your_steps", "Align Your Steps"],
  ["sd_turbo", "Turbo"],
];

const nameOf = (table: typeof samplers, id: string): string =>
  table.find((entry) => entry[0] === id)?.[1] ?? id;
const idOf = (table: typeof samplers, name: string): string | undefined =>
  table.find((entry) => entry[1].toLowerCase() === name.toLowerCase())?.[0];

/**
 * `dpmpp_2m` with `karras` gives `DPM++ 2M Karras`. The `_gpu` samplers differ only in where their noise is made and
 * share a name. An id that is not known there stays as it is.
 */
export function samplerName(sampler: string, scheduler = "normal"): string {
  return `${nameOf(samplers, sampler.replace(/_gpu$/, ""))} ${nameOf(schedules, scheduler)}`.trimEnd();
}

export interface SamplerAndScheduler {
  /** Id of ComfyUI. A name that is not known is given back as it is. */
  readonly sampler: string;
  readonly scheduler: string;
}

/**
 * The ids for a name, whose schedule stands behind the sampler (`DPM++ 2M Karras`) or, in newer texts, in a field of
 * its own (`Schedule type`). Upper and lower case count for nothing.
 */
export function samplerOf(name: string, scheduleType = ""): SamplerAndScheduler {
  const words = name.trim().split(/\s+/);
  const type = scheduleType.trim();
  const given = type === "" ? "" : (idOf(schedules, type) ?? type);
  // The longest sampler name first: in "DPM++ 2M SDE Heun" the last word is no schedule.
  for (let count = words.length; count > 0; count--) {
    const sampler = idOf(samplers, words.slice(0, count).join(" "));
    const scheduler = idOf(schedules, words.slice(count).join(" "));
    if (sampler !== undefined && scheduler !== undefined) {
      return { sampler, scheduler: count < words.length || given === "" ? scheduler : given };
    }
  }
  // Ids that are not known here, as `samplerName` leaves them.
  for (let count = 1; count < words.length; count++) {
    const scheduler = idOf(schedules, words.slice(count).join(" "));
    if (scheduler !== undefined) return { sampler: words.slice(0, count).join(" "), scheduler };
  }
  const head = words.slice(0, -1).join(" ");
  const last = words.at(-1) ?? "";
  const sampler = idOf(samplers, head) ?? (/^\w+$/.test(head) ? head : undefined);
  if (sampler !== undefined && /^\w+$/.test(last)) return { sampler, scheduler: last };
  return { sampler: words.join(" "), scheduler: given === "" ? "normal" : given };
}
