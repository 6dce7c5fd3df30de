// Converts between the sampler ids of ComfyUI and the sampler names in `parameters` texts, which are those of the AUTOMATIC1111
// web UI.

/** Sampler ids with their names. A name that two samplers have is converted to the first id. */
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

/** Scheduler ids with their names. The empty name means that a sampler name without a schedule stands for `normal`. */
const schedulers: readonly (readonly [id: string, name: string])[] = [
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

export const isSampler = (id: string): boolean => samplers.some(([known]) => known === id);

/** The id of a scheduler by its name, whatever its case; undefined for another name. */
export const schedulerNamed = (name: string): string | undefined => idOf(schedulers, name);

/**
 * `dpmpp_2m` with `karras` becomes `DPM++ 2M Karras`. A `_gpu` sampler gets the name of its CPU variant, from which it
 * differs only in the device that generates the noise. An unknown id is kept.
 */
export function formatSamplerName(sampler: string, scheduler = "normal"): string {
  return `${nameOf(samplers, sampler.replace(/_gpu$/, ""))} ${nameOf(schedulers, scheduler)}`.trimEnd();
}

export interface SamplerAndScheduler {
  /** Id of ComfyUI, or an unknown name unchanged. */
  readonly sampler: string;
  readonly scheduler: string;
}

/** Far more than the name of a sampler and of a schedule have. */
const maxNameLength = 200;

/**
 * Parses a sampler name. The schedule follows the sampler (`DPM++ 2M Karras`) or, in newer texts, is in the field
 * `Schedule type`. Letter case is ignored.
 */
export function parseSamplerName(name: string, scheduleType = ""): SamplerAndScheduler {
  const words = name.slice(0, maxNameLength).trim().split(/\s+/);
  const type = scheduleType.trim();
  const typeId = type === "" ? "" : (idOf(schedulers, type) ?? type);
  // Tries the longest sampler name first: the last word of "DPM++ 2M SDE Heun" is not a schedule.
  for (let count = words.length; count > 0; count--) {
    const sampler = idOf(samplers, words.slice(0, count).join(" "));
    const scheduler = idOf(schedulers, words.slice(count).join(" "));
    if (sampler !== undefined && scheduler !== undefined) {
      return { sampler, scheduler: count < words.length || typeId === "" ? scheduler : typeId };
    }
  }
  // The second attempt accepts an unknown sampler id with a known schedule, as `formatSamplerName` writes it.
  for (let count = 1; count < words.length; count++) {
    const scheduler = idOf(schedulers, words.slice(count).join(" "));
    if (scheduler !== undefined) return { sampler: words.slice(0, count).join(" "), scheduler };
  }
  // The last attempt accepts a known sampler or an id, followed by the id of an unknown scheduler.
  const head = words.slice(0, -1).join(" ");
  const last = words.at(-1) ?? "";
  const sampler = idOf(samplers, head) ?? (/^\w+$/.test(head) ? head : undefined);
  if (sampler !== undefined && /^\w+$/.test(last)) return { sampler, scheduler: last };
  return { sampler: words.join(" "), scheduler: typeId === "" ? "normal" : typeId };
}
