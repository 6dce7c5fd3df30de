// The states with which a job, and each of its prompts, begin.

import type { EarlierJob, Graph, RetryPolicy } from "@pictor/kernel";
import type { JobState } from "./job-state.js";
import { startProgress } from "./progress.js";
import { noRetries } from "./retry.js";

/** How a job begins. */
export interface JobStart {
  /** The number of batches. */
  readonly batches: number;
  /** The first batch that the job runs, counted from 0. Default 0. */
  readonly firstBatch?: number | undefined;
  readonly retry?: RetryPolicy | undefined;
}

export const startJob = (
  jobId: string,
  { batches, firstBatch = 0, retry }: JobStart,
  { overall }: Pick<EarlierJob, "overall"> = { overall: 0 },
): JobState => ({
  jobId,
  phase: "building",
  batch: firstBatch,
  position: { index: 0, count: batches },
  graph: {},
  progress: startProgress({}, overall),
  cancelling: false,
  connectionLost: false,
  retries: noRetries(retry),
});

/** Resets the part of the state that belongs to one prompt, before the next prompt. */
export function startPrompt(state: JobState, batch: number, graph: Graph): JobState {
  const {
    promptId: _promptId,
    reportedEnding: _reportedEnding,
    cached: _cached,
    texts: _texts,
    retry: _retry,
    ...rest
  } = state;
  const retries = batch === state.batch ? state.retries : noRetries(state.retries.policy);
  const progress = startProgress(graph, state.progress.overall);
  return { ...rest, batch, graph, progress, retries, connectionLost: false };
}
