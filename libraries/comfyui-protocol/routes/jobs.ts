// `/api/jobs`: lists all prompts of the caller in one form, and cancels them in any state.
import { isRecord } from "@pictor/kernel/plugin";
import { json, type Reply } from "../http/reply.js";
import { finishedJob, queuedJob, type Job } from "../jobs/job.js";
import { listJobs, readJobQuery } from "../jobs/list-jobs.js";
import { readJsonBody, route, type Route, type RouteRequest } from "./route.js";

async function list(request: RouteRequest): Promise<Reply> {
  const read = readJobQuery(request.query);
  return "error" in read ? json(read, 400) : json(listJobs(await allJobs(request), read));
}

async function queuedJobs({ engine, caller }: RouteRequest): Promise<readonly Job[]> {
  const { running, pending } = await engine.queue(caller);
  return [
    ...running.filter(({ isForeign }) => isForeign !== true).map((item) => queuedJob(item, "in_progress")),
    ...pending.filter(({ isForeign }) => isForeign !== true).map((item) => queuedJob(item, "pending")),
  ];
}

/** Running, then pending, then finished prompts. Sorting keeps this order among equals. */
async function allJobs(request: RouteRequest): Promise<readonly Job[]> {
  const queued = await queuedJobs(request);
  const finished = await request.engine.history(request.caller);
  const ended = new Set(finished.map(([id]) => id));
  return [
    ...queued.filter(({ id }) => !ended.has(id)),
    ...finished.map(([id, entry]) => finishedJob(id, entry)),
  ];
}

async function one(request: RouteRequest): Promise<Reply> {
  const { engine, caller, parameters } = request;
  const [id = ""] = parameters;
  const queued = (await queuedJobs(request)).find((job) => job.id === id);
  const entry = queued === undefined ? await engine.historyEntry(id, caller) : undefined;
  const job = queued ?? (entry && finishedJob(id, entry));
  return job ? json({ ...job.summary, ...job.details }) : json({ error: "Job not found" }, 404);
}

async function cancel({ engine, caller }: RouteRequest, ids: readonly string[]): Promise<Reply> {
  let cancelled = false;
  for (const id of ids) cancelled = (await engine.cancel(id, caller)) || cancelled;
  return json({ cancelled });
}

async function cancelSeveral(request: RouteRequest): Promise<Reply> {
  const body = await readJsonBody(request).catch(() => undefined);
  const ids: unknown = isRecord(body) ? body["job_ids"] : undefined;
  if (!Array.isArray(ids) || ids.length === 0)
    return json({ error: "job_ids must be a non-empty array" }, 400);
  const invalid = (ids as unknown[]).filter((id) => typeof id !== "string" || !uuid.test(id));
  return invalid.length > 0
    ? json({ error: "job_ids contains invalid id(s)", invalid_ids: invalid }, 400)
    : cancel(request, ids as string[]);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const jobRoutes: readonly Route[] = [
  route("GET", /^\/api\/jobs$/, list),
  route("GET", /^\/api\/jobs\/([^/]+)$/, one),
  route("POST", /^\/api\/jobs\/cancel$/, cancelSeveral),
  route("POST", /^\/api\/jobs\/([^/]+)\/cancel$/, (request) => cancel(request, request.parameters)),
];
