// Routes: jobs.

import { type Job, type JobRequest, isEnded } from "@pictor/client";
import { tokenDigest } from "../access/new-token.js";
import { fault } from "../contract/faults.js";
import { cursor, limit, ok, pageOf, plainValues } from "@pictor/features/base";
import { PictorError } from "@pictor/kernel";
import { StatusReply } from "../http/status-reply.js";
import { requireJobSettings } from "../forms/check-values.js";
import { settingsSchemasOf } from "../forms/settings-schemas-of.js";
import { shownCheck, shownMistake } from "./shown-check.js";
import { kernelRequest, submitAdmitted } from "./submit-job.js";
import { route } from "./route.js";
import { graphsResponse } from "../jobs/graphs-response.js";

const maxWaitSeconds = 600;

/** Seconds of `Prefer: wait=60` (RFC 7240, section 4.3); 0 without it. */
function waitSeconds(header: string | undefined): number {
  const [, digits] = /(?:^|[,;\s])wait=(\d{1,5})(?:$|[,;\s])/.exec(header ?? "") ?? [];
  return Math.min(Number(digits ?? 0), maxWaitSeconds);
}

/** Whether a job matches the query. */
function isWanted(
  job: Job,
  {
    state,
    owner,
    backend,
  }: {
    readonly state?: string | undefined;
    readonly owner?: string | undefined;
    readonly backend?: string | undefined;
  },
): boolean {
  const inState =
    state === undefined ||
    job.state === state ||
    (state === "ended" && isEnded(job)) ||
    (state === "running" && !isEnded(job));
  return (
    inState &&
    (owner === undefined || job.owner === owner) &&
    (backend === undefined || job.backend === backend)
  );
}

export const jobRoutes = {
  submitJob: route("POST /v1/jobs", {
    scope: "generate",
    group: "jobs",
    summary: "Submit a job",
    headers: {
      "idempotency-key": {
        type: "string",
        minLength: 1,
        maxLength: 255,
        description: "The same key with the same body gives the same job, even after a restart of the server",
      },
      prefer: {
        type: "string",
        description: "`wait=60` replies when the job has ended, or after that many seconds",
      },
    },
    body: "JobRequest",
    replies: {
      200: { description: "The job has ended while the request waited", body: "Job" },
      202: { description: "The job runs", body: "Job" },
    },
  }).handle(async ({ body, bodyText, headers, caller, signal }, deps) => {
    const { jobs } = deps;
    const text = headers["idempotency-key"];
    const key = text === undefined ? undefined : { text, digest: tokenDigest(bodyText) };
    // The request is stored and shown as JSON.
    const request: JobRequest = plainValues(body);
    // A repeated submission gets its job even if the request could not be made again, for example because its upload no longer
    // exists.
    const job = jobs.submitted(caller.name, key) ?? (await submitAdmitted(deps, request, caller, key));
    const seconds = waitSeconds(headers.prefer);
    const latest = seconds === 0 ? job : await jobs.whenEnded(job.id, seconds * 1000, signal);
    return new StatusReply(isEnded(latest) ? 200 : 202, latest);
  }),
  checkJob: route("POST /v1/jobs/check", {
    scope: "generate",
    group: "jobs",
    summary: "Do all that a job does before its first upload, and submit nothing",
    body: "JobRequest",
    replies: ok("CheckResult", "Whether the job could run; an error in the request is a result, too"),
  }).handle(async ({ body, caller, signal }, deps) => {
    const { pictor } = deps;
    const request = await kernelRequest(deps, body, caller);
    try {
      // The check of the kernel does not know the request: its pointers begin at the settings of the workflow or the feature.
      await requireJobSettings(request, settingsSchemasOf(pictor));
    } catch (error) {
      if (!(error instanceof PictorError)) throw error;
      return shownMistake(error, pictor.redact);
    }
    return shownCheck(await pictor.check({ ...request, signal }), pictor.redact);
  }),
  buildGraphs: route("POST /v1/jobs/graphs", {
    scope: "generate",
    group: "jobs",
    summary: "The graphs of a job in the API format of ComfyUI, one for each batch; nothing is submitted",
    body: "JobRequest",
    replies: {
      200: {
        description: "A list of graphs. Seeds are JSON numbers of up to 64 bits",
        media: ["application/json"],
      },
    },
  }).handle(async ({ body, caller, signal }, deps) => {
    const { pictor } = deps;
    const request = await kernelRequest(deps, body, caller);
    await requireJobSettings(request, settingsSchemasOf(pictor));
    const { graphs } = await pictor.build({ ...request, signal });
    return graphsResponse(graphs, pictor.redact);
  }),
  attachJob: route("POST /v1/jobs/attach", {
    scope: "generate",
    group: "jobs",
    summary:
      "Follow a prompt that is already on a backend: one of the token's name, or any for the scopes read and admin",
    body: "AttachRequest",
    replies: { 202: { description: "The job that follows the prompt", body: "Job" } },
  }).handle(({ body, caller }, { jobs }) => {
    jobs.seenBy(caller).requireFollowable(body.promptId);
    return jobs.attach(body, caller.name);
  }),
  cancelJobs: route("POST /v1/jobs/cancel", {
    scope: "generate",
    group: "jobs",
    summary:
      "Cancel several jobs of the token's name, or all but some; for the scope admin, those of everybody",
    body: "CancelRequest",
    replies: { 202: { description: "The jobs that are being cancelled", body: "CancelResult" } },
  }).handle(({ body: { ids, except = [] }, caller }, { jobs }) => {
    const seen = jobs.seenBy(caller);
    for (const id of ids ?? []) seen.getOwn(id);
    for (const id of except) seen.get(id);
    const cancelled = seen
      .own()
      .filter(
        (job) => !isEnded(job) && (ids === undefined || ids.includes(job.id)) && !except.includes(job.id),
      )
      .map(({ id }) => id);
    for (const id of cancelled) jobs.cancel(id);
    return { cancelled };
  }),
  listJobs: route("GET /v1/jobs", {
    scope: "read",
    group: "jobs",
    summary: "The jobs, newest first: those of the token's name, or all for the scopes read and admin",
    query: {
      state: {
        type: "string",
        description: "Only jobs in this state; `running` for all that have not ended, `ended` for the rest",
      },
      owner: { type: "string", description: "Only jobs of this token's name" },
      backend: { type: "string", description: "Only jobs of this instance" },
      cursor,
      limit,
    },
    replies: ok("JobList", "The jobs"),
  }).handle(({ query, caller }, { jobs, log }) => {
    const seen = jobs.seenBy(caller).list();
    const wanted = seen.filter((job) => isWanted(job, query));
    const { entries, ...page } = pageOf(wanted, query.cursor, query.limit);
    return { jobs: entries, seq: log.newest, ...page };
  }),
  readJob: route("GET /v1/jobs/{id}", {
    scope: "read",
    group: "jobs",
    summary: "A job as it is now",
    replies: ok("Job", "The job"),
  }).handle(({ params: { id }, caller }, { jobs }) => jobs.seenBy(caller).get(id)),
  cancelJob: route("POST /v1/jobs/{id}/cancel", {
    scope: "generate",
    group: "jobs",
    summary: "Cancel a job of the token's name; for the scope admin, any job",
    body: "Nothing",
    replies: { 202: { description: "The job, which ends when the backend has confirmed", body: "Job" } },
  }).handle(({ params: { id }, caller }, { jobs }) => {
    jobs.seenBy(caller).getOwn(id);
    jobs.cancel(id);
    return jobs.get(id);
  }),
  retryJob: route("POST /v1/jobs/{id}/retry", {
    scope: "generate",
    group: "jobs",
    summary: "Submit the request of a job again, as a new job",
    body: "Nothing",
    replies: { 202: { description: "The new job", body: "Job" } },
  }).handle(async ({ params: { id }, caller }, deps) => {
    const { jobs } = deps;
    const { request } = jobs.seenBy(caller).get(id);
    if (request === undefined)
      throw fault("API_STATE_CONFLICT", {
        what: `The job ${id} follows a prompt that this server has not submitted`,
      });
    return await submitAdmitted(deps, request, caller);
  }),
} as const;
