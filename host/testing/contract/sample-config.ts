// The values of a plugin's `config` for the rules: those that were given, and a guess for each required field without one.

import type { Field } from "@pictor/kernel";
import { guessValue } from "./guess-value.js";
import type { ContractSource } from "./rule.js";
import { samplesOf } from "./samples.js";
import type { Manifest } from "@pictor/kernel";

type Values = Readonly<Record<string, unknown>>;

export interface SampleConfig {
  /** Absent if the plugin has no `config`. */
  readonly config?: Values;
  /** The names of the fields whose values were guessed. */
  readonly guessed: readonly string[];
}

/** Rejects if the plugin's contract.js cannot be used. */
export async function sampleConfig(
  source: ContractSource,
  { config: schema }: Manifest,
  given: Values | undefined,
): Promise<SampleConfig> {
  if (schema === undefined) return { guessed: [], ...(given !== undefined && { config: given }) };
  const known = { ...(await samplesOf(source)).config, ...given };
  const guessed = (schema.required ?? []).filter((name) => known[name] === undefined);
  const guesses = guessed.map((name) => [name, guessValue(schema.properties[name] as Field)] as const);
  return { config: { ...known, ...Object.fromEntries(guesses) }, guessed };
}
