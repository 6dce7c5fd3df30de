// Checks a request without running it: builds, opens the backend, passes the gates and validates.

import type { CheckResult, GenerateRequest } from "@pictor/kernel";
import type { JobDependencies } from "../run/dependencies.js";
import type { JobRun } from "../run/job-run.js";
import { detachedResult, startDetached } from "./detached-job.js";
import type { Job } from "./job.js";
import { prepareGeneration, type Prepared } from "./prepare-generation.js";

async function runCheck(request: GenerateRequest, run: JobRun): Promise<Prepared | undefined> {
  try {
    const prepared = await prepareGeneration(request, run);
    run.signal.throwIfAborted();
    return prepared;
  } catch (error) {
    run.fail(error);
    return undefined;
  }
}

export const startCheck = (request: GenerateRequest, deps: JobDependencies): Job<Prepared | undefined> =>
  startDetached(request, deps, (run) => runCheck(request, run));

export const checkResult = (job: Job<Prepared | undefined>): Promise<CheckResult> =>
  detachedResult(job, (prepared, base) => {
    if (prepared === undefined) return undefined;
    const { built, opened } = prepared;
    const { workflow, drafts } = built;
    return { ...base, status: "ready" as const, workflow, backend: opened.instance.name, drafts };
  });
