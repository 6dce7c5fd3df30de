// An entry of the journal describes one saved output.

import type { Json, Output, OutputContext } from "@pictor/kernel/plugin";

/** One line of JSON in the journal file; `pictor history` reads it. */
export interface JournalEntry {
  /** Time at which the entry was made, in ISO 8601, UTC. */
  readonly time: string;
  readonly jobId: string;
  /** Id of the workflow. */
  readonly workflow: string;
  /** The prompt as a user would write it to get the same image: with choices and wildcards resolved, and with LoRA tags. */
  readonly prompt: string;
  readonly negative: string;
  /** The seed in decimal digits; absent if the graph used no seed. */
  readonly seed?: string;
  /** Absolute path of the saved file. */
  readonly path: string;
  /** Name of the backend in the configuration. */
  readonly backend: string;
  /** Who has asked for the generation, such as the name of a token of the local API; absent if nobody was named. */
  readonly owner?: string;
  /** Settings of the workflow, without secrets. */
  readonly params: Readonly<Record<string, Json>>;
  readonly features: OutputContext["features"];
}

type SavedOutput = Pick<Output, "jobId" | "prompt" | "seed"> & { readonly path: string };
type RecordedContext = Pick<OutputContext, "workflow" | "params" | "features" | "owner"> & {
  readonly backend: { readonly name: string };
};

export const createJournalEntry = (
  { jobId, prompt, seed, path }: SavedOutput,
  { workflow, backend, owner, params, features }: RecordedContext,
  now: Date,
): JournalEntry => ({
  time: now.toISOString(),
  jobId,
  workflow,
  prompt: prompt.positive,
  negative: prompt.negative,
  ...(seed !== undefined && { seed: seed.toString() }),
  path,
  backend: backend.name,
  ...(owner !== undefined && { owner }),
  params,
  features,
});

/** The JSON of an entry contains no line feed, so each entry is one line. */
export const formatJournalLine = (entry: JournalEntry): string => `${JSON.stringify(entry)}\n`;
