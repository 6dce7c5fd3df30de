// A line of the journal: one saved output.

import type { Json, Output, OutputContext } from "@pictor/kernel/plugin";

/** As JSON on a line of its own. `pictor history` reads it. */
export interface JournalEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly jobId: string;
  readonly workflow: string;
  /** As written for this output: choices made, networks named. */
  readonly prompt: string;
  readonly negative: string;
  /** Decimal digits. */
  readonly seed: string;
  /** Absolute. */
  readonly path: string;
  /** Name of the instance. */
  readonly backend: string;
  /** Without secrets. */
  readonly params: Readonly<Record<string, Json>>;
  readonly features: OutputContext["features"];
}

type Saved = Pick<Output, "jobId" | "prompt" | "seed"> & { readonly path: string };
type Made = Pick<OutputContext, "workflow" | "params" | "features"> & {
  readonly backend: { readonly name: string };
};

export const entryOf = ({ jobId, prompt, seed, path }: Saved, made: Made, now: Date): JournalEntry => ({
  time: now.toISOString(),
  jobId,
  workflow: made.workflow,
  prompt: prompt.positive,
  negative: prompt.negative,
  seed: seed.toString(),
  path,
  backend: made.backend.name,
  params: made.params,
  features: made.features,
});

/** One line; JSON leaves no line feed inside it. */
export const lineOf = (entry: JournalEntry): string => `${JSON.stringify(entry)}\n`;
