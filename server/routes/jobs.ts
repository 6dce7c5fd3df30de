// Routes: jobs.

import type { Job, JobRequest } from "@pictor/client";
import { isEnded } from "@pictor/client";
import { errorToJson, plainRecord, resultToJson } from "@pictor/host";
import { tokenDigest } from "../access/new-token.js";
import type { Holder } from "../access/credentials.js";
import { fault } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";
import { graphsResponse } from "../jobs/graphs-response.js";
import { requestOf } from "../forms/job-request.js";
import { thumbnailResponse } from "../pictures/thumbnail-response.js";
import { outputFile } from "./output-file.js";
import { outputResponse } from "./output-response.js";
import { pageOf } from "./page.js";
import { settingsSchemasOf } from "../forms/settings-schemas-of.js";

const maxWaitSeconds = 600;

/** Seconds of `Prefer: wait=60` (RFC 7240, section 4.3); 0 without it. */
export function waitSeconds(header: string | undefined): number {
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

/** The index that a path has. Anything but decimal digits becomes -1, which is the index of no output. */
const indexOf = (text: string): number => (/^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : -1);

export function jobHandlers(
  deps: RouteDependencies,
): Handlers<
  | "submitJob"
  | "checkJob"
  | "buildGraphs"
  | "attachJob"
  | "cancelJobs"
  | "listJobs"
  | "readJob"
  | "cancelJob"
  | "retryJob"
  | "readPreview"
  | "readOutput"
  | "readOutputThumbnail"
> {
  const { pictor, jobs, log, uploads, thumbnails } = deps;
  const schemas = settingsSchemasOf(pictor);
  const kernelRequest = (body: JobRequest, holder: Holder) =>
    requestOf(body, schemas, holder.scopes, uploads);

  return {
    submitJob: async ({ body, bodyText, headers, holder, signal }) => {
      const text = headers["idempotency-key"];
      const key = text === undefined ? undefined : { text, digest: tokenDigest(bodyText) };
      // The request is stored and shown as JSON, in which integers beyond 2^53 become texts, as seeds do.
      const request = plainRecord(body, (given) => given) as JobRequest;
      const { job } = jobs.submit(await kernelRequest(request, holder), request, holder.name, key);
      const seconds = waitSeconds(headers.prefer);
      if (seconds === 0) return { status: 202, json: job };
      const waited = await jobs.whenEnded(job.id, seconds * 1000, signal);
      return isEnded(waited) ? { status: 200, json: waited } : { status: 202, json: waited };
    },
    checkJob: async ({ body, holder, signal }) => {
      const result = await pictor.check({ ...(await kernelRequest(body, holder)), signal });
      if (result.status === "ready") {
        const { status, backend, problems } = result;
        return { status: 200, json: { status, backend, problems } };
      }
      const { problems } = result;
      const json = resultToJson(result, pictor.redact);
      return {
        status: 200,
        json: {
          status: result.status,
          problems,
          ...("error" in result && { error: errorToJson(result.error, pictor.redact) }),
          ...("veto" in json && { veto: { ...json.veto } }),
        },
      };
    },
    buildGraphs: async ({ body, holder, signal }) => {
      const { graphs } = await pictor.build({ ...(await kernelRequest(body, holder)), signal });
      return graphsResponse(graphs, pictor.redact);
    },
    attachJob: ({ body, holder }) => ({ status: 202, json: jobs.attach(body, holder.name) }),
    cancelJobs: ({ body: { ids, except = [] } }) => {
      for (const id of [...(ids ?? []), ...except]) jobs.get(id);
      const cancelled = jobs
        .list()
        .filter(
          (job) => !isEnded(job) && (ids === undefined || ids.includes(job.id)) && !except.includes(job.id),
        )
        .map(({ id }) => id);
      for (const id of cancelled) jobs.cancel(id);
      return { status: 202, json: { cancelled } };
    },
    listJobs: ({ query }) => {
      const { entries, cursor } = pageOf(
        jobs.list().filter((job) => isWanted(job, query)),
        query.cursor,
        query.limit,
      );
      return {
        status: 200,
        json: { jobs: entries, seq: log.newest, ...(cursor !== undefined && { cursor }) },
      };
    },
    readJob: ({ params: { id } }) => ({ status: 200, json: jobs.get(id) }),
    cancelJob: ({ params: { id } }) => {
      jobs.cancel(id);
      return { status: 202, json: jobs.get(id) };
    },
    retryJob: async ({ params: { id }, holder }) => {
      const { request } = jobs.get(id);
      if (request === undefined)
        throw fault("API_STATE_CONFLICT", {
          what: `The job ${id} follows a prompt that this server has not submitted`,
        });
      const again = await kernelRequest(request, holder);
      return { status: 202, json: jobs.submit(again, request, holder.name).job };
    },
    readPreview: ({ params: { id }, request }) => {
      jobs.get(id);
      const preview = log.previewOf(id);
      if (preview === undefined)
        throw fault("API_THING_UNKNOWN", { kind: "preview of the job", id, list: `/v1/jobs/${id}` });
      const etag = `"${preview.version}"`;
      if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304 });
      const headers = { "Content-Type": preview.mime, ETag: etag };
      return new Response(Uint8Array.from(preview.bytes), { headers });
    },
    readOutput: ({ params: { id, index }, request }) =>
      outputResponse(jobs.outputOf(id, indexOf(index)), request.headers.get("range")),
    readOutputThumbnail: async ({ params: { id, index }, query: { size }, request, signal }) => {
      const { key, file } = await outputFile(id, jobs.outputOf(id, indexOf(index)));
      return thumbnailResponse(thumbnails, key, file, { size, request, signal });
    },
  };
}
