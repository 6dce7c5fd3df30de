// Checks a request without running it: builds, opens the backend, passes the gates and validates.

import { startDetached, type DetachedJob } from "./detached-job.js";
import type { JobRun } from "./job-run.js";
import type { JobDependencies } from "./dependencies.js";
import { prepareGeneration, type Prepared } from "./prepare-generation.js";
import type { CheckResult, GenerateRequest } from "@pictor/kernel";

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

export const startCheck = (request: GenerateRequest, deps: JobDependencies): DetachedJob<CheckResult> =>
  startDetached(
    request,
    deps,
    (run) => runCheck(request, run, deps),
    (prepared, base) => {
      if (prepared === undefined) return undefined;
      const { built, opened } = prepared;
      const { workflow, drafts } = built;
      return { ...base, status: "ready" as const, workflow, backend: opened.instance.name, drafts };
    },
  );
