// Everything that a generation does before its first upload, and nothing more: build, open, gate, validate.

import { openJob, type JobRun } from "./job.js";
import type { JobDependencies } from "./dependencies.js";
import { prepare, type Prepared } from "./prepare-generation.js";
import type { CheckResult, GenerateRequest } from "@pictor/kernel";

export interface StartedCheck {
  readonly result: Promise<CheckResult>;
  leave(): Promise<void>;
  abandon(): void;
}

async function perform(
  request: GenerateRequest,
  run: JobRun,
  deps: JobDependencies,
): Promise<Prepared | undefined> {
  try {
    const prepared = await prepare(request, run, deps);
    run.signal.throwIfAborted();
    return prepared;
  } catch (error) {
    run.fail(error);
    return undefined;
  }
}

export function startCheck(request: GenerateRequest, deps: JobDependencies): StartedCheck {
  const options = { batches: request.count ?? 1, isOwn: true, isDetached: true, signal: request.signal };
  const { jobId, done, leave, abandon } = openJob(options, deps, (run) => perform(request, run, deps));
  const result = done.then(({ state: { ending }, value, problems }): CheckResult => {
    if (ending === undefined && value !== undefined) {
      const { built, opened } = value;
      const { workflow, drafts } = built;
      return { status: "ready", jobId, workflow, backend: opened.instance.name, drafts, problems };
    }
    const left = { jobId, outputs: [], problems };
    if (ending === undefined || ending.status === "finished")
      return { status: "interrupted", by: "caller", ...left };
    return { ...ending, ...left };
  });
  return { result, leave, abandon };
}
