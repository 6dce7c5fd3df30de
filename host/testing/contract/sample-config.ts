// The values of a plugin's `config` for the rules: those that were given, and a guess for each required field without one.

import { guessValue } from "./guess-value.js";
import { readSamples } from "./read-samples.js";
import type { Subject } from "./rule.js";

type Values = Readonly<Record<string, unknown>>;

export interface SampleConfig {
  /** Absent if the plugin has no `config`. */
  readonly config?: Values;
  /** The names of the fields whose values were guessed. */
  readonly guessed: readonly string[];
}

/** Rejects if the plugin's contract.js cannot be used. */
export async function sampleConfig(subject: Subject): Promise<SampleConfig> {
  const { config: given } = subject.options;
  const { config: schema } = subject.manifest;
  if (schema === undefined) return { guessed: [], ...(given !== undefined && { config: given }) };
  const known = { ...(await readSamples(subject)).config, ...given };
  // A required field that does not exist is reported by a rule.
  const guesses = (schema.required ?? []).flatMap((name) => {
    const field = schema.properties[name];
    return field === undefined || known[name] !== undefined ? [] : [[name, guessValue(field)] as const];
  });
  return { config: { ...known, ...Object.fromEntries(guesses) }, guessed: guesses.map(([name]) => name) };
}
