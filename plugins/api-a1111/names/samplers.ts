// Samplers and schedulers: the names of the web UI for the ids of the backend, and back.

import { formatSamplerName, parseSamplerName } from "@pictor/image-metadata";
import { nameUnknown } from "../base/faults.js";

/** The name of a sampler in the web UI; the id itself for a sampler that the web UI does not have. */
export const samplerName = (id: string): string => formatSamplerName(id);

/** The names of the schedulers by their ids in the backend: the name by which requests choose, and that for people. */
const schedulerNames: readonly (readonly [id: string, name: string, label: string])[] = [
  ["normal", "normal", "Normal"],
  ["normal", "uniform", "Uniform"],
  ["karras", "karras", "Karras"],
  ["exponential", "exponential", "Exponential"],
  ["sgm_uniform", "sgm_uniform", "SGM Uniform"],
  ["simple", "simple", "Simple"],
  ["ddim_uniform", "ddim", "DDIM"],
  ["beta", "beta", "Beta"],
  ["kl_optimal", "kl_optimal", "KL Optimal"],
  ["align_your_steps", "align_your_steps", "Align Your Steps"],
  ["sd_turbo", "turbo", "Turbo"],
];

export const automatic = "automatic";

/** The name and the label of a scheduler. */
export function schedulerName(id: string): { readonly name: string; readonly label: string } {
  const [, name = id, label = id] = schedulerNames.find((entry) => entry[0] === id) ?? [];
  return { name, label };
}

/** Schedulers of the workflows that are no choice of the sampler node. */
const workflowSchedulers = ["align_your_steps", "sd_turbo"] as const;

/** The schedulers that the web UI uses with these samplers where a request names none. */
const preferred: Readonly<Record<string, string>> = {
  dpmpp_2m: "karras",
  dpmpp_sde: "karras",
  dpmpp_2s_ancestral: "karras",
  dpm_2: "karras",
  dpm_2_ancestral: "karras",
  dpmpp_2m_sde: "exponential",
  dpmpp_2m_sde_heun: "exponential",
  dpmpp_3m_sde: "exponential",
};

export interface SamplerNames {
  readonly sampler: string | undefined;
  readonly scheduler: string | undefined;
}

export interface SamplerChoices {
  readonly samplers: readonly string[];
  readonly schedulers: readonly string[];
}

interface SamplerOptions {
  /** The names of the two fields. */
  readonly places?: SamplerPlaces;
  /** Whether a sampler without a scheduler has the one that the web UI prefers. Default: true. */
  readonly prefers?: boolean;
}

interface SamplerPlaces {
  readonly sampler: string;
  readonly scheduler: string;
}

const standardPlaces: SamplerPlaces = { sampler: "sampler_name", scheduler: "scheduler" };

function schedulerId(name: string | undefined, field: string, { schedulers }: SamplerChoices) {
  if (name === undefined || name.toLowerCase() === automatic) return undefined;
  const wanted = name.trim().toLowerCase();
  const named = schedulerNames.find(
    ([, each, label]) => each === wanted || label.toLowerCase() === wanted,
  )?.[0];
  const known = [...schedulers, ...workflowSchedulers];
  const id = known.find((each) => each === named || each.toLowerCase() === wanted);
  if (id !== undefined) return id;
  const labels = schedulers.map((each) => schedulerName(each).label);
  throw nameUnknown({ field, kind: "scheduler", name, list: "schedulers", known: labels });
}

/**
 * The ids of a sampler and a scheduler. A name such as `DPM++ 2M Karras` names both. Without a scheduler, and with
 * `Automatic`, a sampler has the one that the web UI prefers, and otherwise that of the workflow. Throws
 * `A1111_NAME_UNKNOWN`.
 */
export function samplerIds(
  { sampler: name, scheduler: type }: SamplerNames,
  choices: SamplerChoices,
  { places = standardPlaces, prefers = true }: SamplerOptions = {},
): { readonly sampler?: string; readonly scheduler?: string } {
  const given = schedulerId(type, places.scheduler, choices);
  if (name === undefined) return given === undefined ? {} : { scheduler: given };
  const parsed = parseSamplerName(name);
  const { samplers, schedulers } = choices;
  const asWhole = samplers.find((id) => id.toLowerCase() === name.trim().toLowerCase());
  const sampler = asWhole ?? samplers.find((id) => id === parsed.sampler);
  if (sampler === undefined) {
    const known = samplers.map(samplerName);
    throw nameUnknown({ field: places.sampler, kind: "sampler", name, list: "samplers", known });
  }
  // A name without a schedule is parsed as one with the schedule `normal`.
  const isNamed = asWhole === undefined && parsed.scheduler !== "normal";
  const named = isNamed ? schedulerId(parsed.scheduler, places.sampler, choices) : undefined;
  const usual = prefers ? preferred[sampler.replace(/_gpu$/, "")] : undefined;
  const scheduler = named ?? given ?? schedulers.find((id) => id === usual);
  return { sampler, ...(scheduler !== undefined && { scheduler }) };
}
