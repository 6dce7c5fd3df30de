// The handle of a generation: events, cancel, result.

import { openJob, type Job } from "./job.js";
import type { JobDependencies } from "./dependencies.js";
import { runJob } from "./run-job.js";
import type { GenerateRequest, Generation, GenerationResult, Output } from "@pictor/kernel";

/** A generation, and how the kernel ends it: in order, and when it cannot wait any longer. */
export interface StartedGeneration extends Generation {
  leave(): Promise<void>;
  abandon(): void;
}

export function generationOf(job: Job<readonly Output[]>): StartedGeneration {
  const { jobId, events, leave, abandon } = job;
  const result = job.done.then(({ state, value, problems }): GenerationResult => {
    const { ending = { status: "interrupted", by: "caller" } as const } = state;
    return { ...ending, jobId, outputs: value, problems };
  });
  const cancel = async (): Promise<GenerationResult> => {
    await job.cancel();
    return result;
  };
  return { jobId, events, cancel, result, leave, abandon };
}

export const startGeneration = (request: GenerateRequest, deps: JobDependencies): StartedGeneration =>
  generationOf(
    openJob({ batches: request.count ?? 1, isOwn: true, signal: request.signal }, deps, (run) =>
      runJob(request, run, deps),
    ),
  );
