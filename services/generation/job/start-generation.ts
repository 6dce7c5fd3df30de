// Starts a generation and creates its handle: events, cancel, result.

import { Job, type StoppableJob } from "./job.js";
import type { JobRun } from "./job-run.js";
import type { JobDependencies } from "./dependencies.js";
import { runJob } from "./run-job.js";
import type { GenerateRequest, Generation, GenerationResult, Output } from "@pictor/kernel";

/** A generation, with the methods by which the kernel ends it. */
export type StartedGeneration = Generation & StoppableJob;

export function generationOf(job: Job<readonly Output[]>): StartedGeneration {
  const { jobId, events } = job;
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
  return {
    jobId,
    events,
    cancel,
    leave,
    result,
    stop: () => job.stop(),
    forceStop: () => {
      job.forceStop();
    },
  };
}

export function startGeneration(request: GenerateRequest, deps: JobDependencies): StartedGeneration {
  const { count = 1, batches = [], retry, signal } = request;
  const [firstBatch] = batches;
  const work = (run: JobRun) => {
    const generate = () => runJob(request, run, deps);
    return run.trace === undefined ? generate() : run.trace.within(generate);
  };
  return generationOf(new Job({ batches: count, firstBatch, retry, ownsPrompts: true, signal }, deps, work));
}
