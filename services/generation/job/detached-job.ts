// Jobs that do not wait for their prompts: submissions and checks.

import type { GenerateRequest, GenerationResult, Problem } from "@pictor/kernel";
import type { JobDependencies } from "../run/dependencies.js";
import type { JobRun } from "../run/job-run.js";
import { Job } from "./job.js";

/** The result of a detached job that was not successful. */
type Unfinished = Exclude<GenerationResult, { readonly status: "finished" }>;

/** The part of a result that every detached job has. */
interface ResultBase {
  readonly jobId: string;
  readonly problems: readonly Problem[];
}

export const startDetached = <Value>(
  { count = 1, signal }: GenerateRequest,
  deps: JobDependencies,
  work: (run: JobRun) => Promise<Value>,
): Job<Value> => new Job({ batches: count, ownsPrompts: true, isDetached: true, signal }, deps, work);

/**
 * Resolves when the job has ended, and never rejects. `toResult` converts the value of the work to the result of a
 * successful job; undefined if the work was stopped early.
 */
export async function detachedResult<Value, Result>(
  { jobId, done }: Job<Value>,
  toResult: (value: Value, base: ResultBase) => Result | undefined,
): Promise<Result | Unfinished> {
  const { state, value, problems } = await done;
  const { ending } = state;
  const base = { jobId, problems };
  const success = ending === undefined ? toResult(value, base) : undefined;
  if (success !== undefined) return success;
  if (ending === undefined || ending.status === "finished")
    return { status: "interrupted", by: "caller", ...base, outputs: [] };
  return { ...ending, ...base, outputs: [] };
}
