// Routes: jobs.

import { cursor, limit, ok, thumbnail } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const jobsRoutes = {
  submitJob: {
    method: "POST",
    path: "/v1/jobs",
    scope: "generate",
    group: "jobs",
    summary: "Submit a job",
    headers: {
      "idempotency-key": {
        type: "string",
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
  },
  checkJob: {
    method: "POST",
    path: "/v1/jobs/check",
    scope: "generate",
    group: "jobs",
    summary: "Do all that a job does before its first upload, and submit nothing",
    body: "JobRequest",
    replies: ok("CheckResult", "Whether the job could run; an error in the request is a result, too"),
  },
  buildGraphs: {
    method: "POST",
    path: "/v1/jobs/graphs",
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
  },
  attachJob: {
    method: "POST",
    path: "/v1/jobs/attach",
    scope: "generate",
    group: "jobs",
    summary: "Follow a prompt that is already on a backend",
    body: "AttachRequest",
    replies: { 202: { description: "The job that follows the prompt", body: "Job" } },
  },
  cancelJobs: {
    method: "POST",
    path: "/v1/jobs/cancel",
    scope: "generate",
    group: "jobs",
    summary: "Cancel several jobs, or all but some",
    body: "CancelRequest",
    replies: { 202: { description: "The jobs that are being cancelled", body: "CancelResult" } },
  },
  listJobs: {
    method: "GET",
    path: "/v1/jobs",
    scope: "read",
    group: "jobs",
    summary: "The jobs, newest first",
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
  },
  readJob: {
    method: "GET",
    path: "/v1/jobs/{id}",
    scope: "read",
    group: "jobs",
    summary: "A job as it is now",
    replies: ok("Job", "The job"),
  },
  cancelJob: {
    method: "POST",
    path: "/v1/jobs/{id}/cancel",
    scope: "generate",
    group: "jobs",
    summary: "Cancel a job",
    body: "Nothing",
    replies: { 202: { description: "The job, which ends when the backend has confirmed", body: "Job" } },
  },
  retryJob: {
    method: "POST",
    path: "/v1/jobs/{id}/retry",
    scope: "generate",
    group: "jobs",
    summary: "Submit the request of a job again, as a new job",
    body: "Nothing",
    replies: { 202: { description: "The new job", body: "Job" } },
  },
  readPreview: {
    method: "GET",
    path: "/v1/jobs/{id}/preview",
    scope: "read",
    linkable: true,
    group: "jobs",
    summary: "The latest unfinished image of a job, with an ETag",
    replies: {
      200: { description: "The image", media: ["image/jpeg", "image/png", "image/webp"] },
      304: { description: "The image has the ETag of If-None-Match" },
    },
  },
  readOutput: {
    method: "GET",
    path: "/v1/jobs/{id}/outputs/{index}",
    scope: "read",
    linkable: true,
    group: "jobs",
    summary: "The bytes of an output; a saved file can be read in ranges",
    replies: {
      200: { description: "The file", media: ["application/octet-stream"] },
      206: { description: "The range", media: ["application/octet-stream"] },
      416: { description: "The range is outside of the file" },
    },
  },
  readOutputThumbnail: {
    method: "GET",
    path: "/v1/jobs/{id}/outputs/{index}/thumbnail",
    scope: "read",
    linkable: true,
    group: "jobs",
    summary: "A small image of a saved output that is a PNG, JPEG or WebP image, with an ETag",
    ...thumbnail,
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
