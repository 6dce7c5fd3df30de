// A preset: everything that a person can set in a form before a generation, under a name.

import { isRecord, type Params } from "@pictor/kernel";

/**
 * What happens to the seed of a form when a job is submitted: `fixed` uses the seed of `params`, `random` takes a new one each
 * time, `increment` uses the seed of `params`, and a form then adds the number of batches to it.
 */
const seedModes = ["fixed", "random", "increment"] as const;
export type SeedMode = (typeof seedModes)[number];

/** The state of a form, which a preset stores. */
export interface PresetForm {
  /** Id of a workflow. */
  readonly workflow: string;
  readonly params: Params;
  /** The features, in the order in which they are applied. */
  readonly features: readonly { readonly id: string; readonly settings: Params }[];
  /** Name of a backend instance; absent for the instance that the configuration prefers. */
  readonly backend?: string;
  /** Number of batches. */
  readonly count: number;
  readonly seed: SeedMode;
}

export interface Preset extends PresetForm {
  readonly name: string;
  /** A description for people, in one sentence. */
  readonly description?: string;
  /** Milliseconds since 1970. */
  readonly savedAtMs: number;
  /** Id of the only token of the local API that may change it, besides tokens with the scope admin. Default: every token may. */
  readonly owner?: string;
}

/**
 * Whether a text can be the name of a preset: one line without slashes, which is usable in a URL and on a command line.
 */
export const isPresetName = (name: string): boolean =>
  /^[^\p{C}\p{Zl}\p{Zp}/\\]{1,100}$/u.test(name) && name.trim() === name;

const isFeature = (value: unknown): boolean =>
  isRecord(value) && typeof value["id"] === "string" && isRecord(value["settings"]);

export const isPreset = (value: unknown): value is Preset =>
  isRecord(value) &&
  typeof value["name"] === "string" &&
  isPresetName(value["name"]) &&
  typeof value["workflow"] === "string" &&
  isRecord(value["params"]) &&
  Array.isArray(value["features"]) &&
  value["features"].every(isFeature) &&
  ["string", "undefined"].includes(typeof value["backend"]) &&
  ["string", "undefined"].includes(typeof value["description"]) &&
  ["string", "undefined"].includes(typeof value["owner"]) &&
  Number.isInteger(value["count"]) &&
  Number.isInteger(value["savedAtMs"]) &&
  seedModes.some((mode) => mode === value["seed"]);

/** The settings of a job of the preset, without the seed if each job takes a new seed. */
export function jobParams({ params, seed }: Pick<PresetForm, "params" | "seed">): Params {
  if (seed !== "random") return params;
  const { seed: _seed, ...rest } = params;
  return rest;
}
