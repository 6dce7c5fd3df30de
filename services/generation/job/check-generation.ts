// Checks a request without running it: builds, opens the backend, passes the gates and validates.

import { openJob, type JobRun } from "./job.js";
import type { JobDependencies } from "./dependencies.js";
import { prepareGeneration, type Prepared } from "./prepare-generation.js";
import type { CheckResult, GenerateRequest } from "@pictor/kernel";

export interface StartedCheck {
  readonly result: Promise<CheckResult>;
  stop(): Promise<void>;
  forceStop(): void;
}

async function runCheck(
  request: GenerateRequest,
  run: JobRun,
  deps: JobDependencies,
): Promise<Prepared | undefined> {
  try {
    const prepared = await prepareGeneration(request, run, deps);
    run.signal.throwIfAborted();
    return prepared;
  } catch (error) {
    run.fail(error);
    return undefined;
  }
}

export function startCheck(request: GenerateRequest, deps: JobDependencies): StartedCheck {
  const options = {
    batches: request.count ?? 1,
    ownsPrompts: true,
    isDetached: true,
    signal: request.signal,
  };
  const { jobId, done, stop, forceStop } = openJob(options, deps, (run) => runCheck(request, run, deps));
  const result = done.then(({ state: { ending }, value, problems }): CheckResult => {
    if (ending === undefined && value !== undefined) {
      const { built, opened } = value;
      const { workflow, drafts } = built;
      return { status: "ready", jobId, workflow, backend: opened.instance.name, drafts, problems };
    }
    const rest = { jobId, outputs: [], problems };
    if (ending === undefined || ending.status === "finished")
      return { status: "interrupted", by: "caller", ...rest };
    return { ...ending, ...rest };
  });
  return { result, stop, forceStop };
}
