// Starts a generation and creates its handle: events, cancel, result.

import type { GenerateRequest, Generation, GenerationResult, Output } from "@pictor/kernel";
import type { JobDependencies } from "../run/dependencies.js";
import { Job } from "./job.js";
import { runJob } from "./run-job.js";

/** What the caller of a job with outputs receives. */
export function generationOf(job: Job<readonly Output[]>): Generation {
  const { jobId, events } = job;
  const result = job.done.then(({ state, value, problems }): GenerationResult => {
    const { ending = { status: "interrupted", by: "caller" } as const } = state;
    return { ...ending, jobId, outputs: value, problems };
  });
  return {
    jobId,
    events,
    result,
    cancel: () => job.cancel().then(() => result),
    leave: () => job.leave().then(() => result),
  };
}

export function startGeneration(request: GenerateRequest, deps: JobDependencies): Job<readonly Output[]> {
  const { count = 1, batches = [], retry, continues, signal } = request;
  const [firstBatch] = batches;
  const start = { batches: count, firstBatch, retry, continues, ownsPrompts: true, signal };
  return new Job(start, deps, (run) => {
    const generate = () => runJob(request, run);
    return run.trace === undefined ? generate() : run.trace.within(generate);
  });
}
