// Starts a generation and creates its handle: events, cancel, result.

import { openJob, type Job, type StoppableJob } from "./job.js";
import type { JobDependencies } from "./dependencies.js";
import { runJob } from "./run-job.js";
import type { GenerateRequest, Generation, GenerationResult, Output } from "@pictor/kernel";

/** A generation, with the methods by which the kernel ends it. */
export type StartedGeneration = Generation & StoppableJob;

export function generationOf(job: Job<readonly Output[]>): StartedGeneration {
  const { jobId, events, stop, forceStop } = job;
  const result = job.done.then(({ state, value, problems }): GenerationResult => {
    const { ending = { status: "interrupted", by: "caller" } as const } = state;
    return { ...ending, jobId, outputs: value, problems };
  });
  const cancel = async (): Promise<GenerationResult> => {
    await job.cancel();
    return result;
  };
  const leave = async (): Promise<GenerationResult> => {
    await job.leave();
    return result;
  };
  return { jobId, events, cancel, leave, result, stop, forceStop };
}

export const startGeneration = (request: GenerateRequest, deps: JobDependencies): StartedGeneration =>
  generationOf(
    openJob({ batches: request.count ?? 1, ownsPrompts: true, signal: request.signal }, deps, (run) =>
      runJob(request, run, deps),
    ),
  );
