// Jobs that do not wait for their prompts: submissions and checks.

import type { GenerateRequest, GenerationResult, Problem } from "@pictor/kernel";
import type { JobDependencies } from "./dependencies.js";
import { Job, type StoppableJob } from "./job.js";
import type { JobRun } from "./job-run.js";

/** The result of a detached job that was not successful. */
type Unfinished = Exclude<GenerationResult, { readonly status: "finished" }>;

/** The part of a result that every detached job has. */
interface ResultBase {
  readonly jobId: string;
  readonly problems: readonly Problem[];
}

export interface DetachedJob<Result> extends StoppableJob {
  /** Never rejects. */
  readonly result: Promise<Result>;
}

/**
 * Starts a detached job. `toResult` converts the value of `work` to the result of a successful job; undefined if the
 * work was stopped early.
 */
export function startDetached<Value, Result>(
  request: GenerateRequest,
  deps: JobDependencies,
  work: (run: JobRun) => Promise<Value>,
  toResult: (value: Value, base: ResultBase) => Result | undefined,
): DetachedJob<Result | Unfinished> {
  const options = {
    batches: request.count ?? 1,
    ownsPrompts: true,
    isDetached: true,
    signal: request.signal,
  };
  const job = new Job(options, deps, work);
  const { jobId } = job;
  const result = job.done.then(({ state: { ending }, value, problems }): Result | Unfinished => {
    const base = { jobId, problems };
    const success = ending === undefined ? toResult(value, base) : undefined;
    if (success !== undefined) return success;
    if (ending === undefined || ending.status === "finished")
      return { status: "interrupted", by: "caller", ...base, outputs: [] };
    return { ...ending, ...base, outputs: [] };
  });
  return {
    result,
    stop: () => job.stop(),
    forceStop: () => {
      job.forceStop();
    },
  };
}
