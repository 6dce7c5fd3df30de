// Submits the job of a request, and converts the request for the kernel.

import type { Job, JobRequest } from "@pictor/client";
import type { Caller } from "@pictor/features/base";
import { requireJobSettings, requireKnownNames } from "../forms/check-values.js";
import { requestOf } from "../forms/job-request.js";
import { settingsSchemasOf } from "../forms/settings-schemas-of.js";
import type { SubmissionKey } from "../jobs/registry-types.js";
import type { RouteDependencies } from "./dependencies.js";

export const kernelRequest = (
  { pictor, uploads }: RouteDependencies,
  { webhook: _webhook, ...body }: JobRequest,
  caller: Caller,
) => requestOf(body, settingsSchemasOf(pictor), caller.scopes, uploads);

/**
 * Submits a job, if the quota of the caller admits it. Rejects as `requireKnownNames` and `requireJobSettings` for a
 * request with which the job would fail on any backend, and as `OwnerQuotas.admit` and `Webhooks.targetOf`.
 */
export async function submitAdmitted(
  deps: RouteDependencies,
  given: JobRequest,
  caller: Caller,
  key?: SubmissionKey,
): Promise<Job> {
  const { jobs, quotas, webhooks, pictor } = deps;
  requireKnownNames(given, pictor);
  const priority = quotas.priorityOf(caller, given.priority);
  const request: JobRequest = { ...given, ...(priority !== undefined && { priority }) };
  const { backend, count: prompts = 1 } = request;
  const ready = await kernelRequest(deps, request, caller);
  await requireJobSettings(ready, settingsSchemasOf(pictor));
  const webhook = await webhooks.targetOf(request, caller);
  return quotas.admit(caller, { backend, prompts, priority }, () => {
    // Of two equal requests at the same time, the other one may have created the job by now.
    const known = jobs.submitted(caller.name, key);
    if (known !== undefined) return known;
    const { running: runningLimit } = quotas.of(caller);
    const limited = runningLimit === undefined ? ready : { ...ready, runningLimit };
    const job = jobs.submit(limited, request, caller.name, key);
    if (webhook !== undefined) webhooks.expect(job.id, webhook);
    return job;
  });
}
