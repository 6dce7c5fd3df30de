// The jobs API: every prompt that the server knows in one shape, and cancelling whatever state it is in.
import { isObject } from "../../json.js";
import { finishedJob, queuedJob, type Job } from "../jobs/job.js";
import { listJobs, readJobQuery } from "../jobs/list.js";
import type { ServerParts } from "../parts.js";
import { removeWaiting } from "../remove-waiting.js";
import { json, type Reply } from "../reply.js";
import { jsonBody, type Route, type RouteRequest } from "./route.js";

function list({ parts, query }: RouteRequest): Reply {
  const asked = readJobQuery(query);
  return "error" in asked ? json(asked, 400) : json(listJobs(allJobs(parts), asked));
}

/** Running first, then waiting, then finished ones; what comes first stays first among equals. */
function allJobs({ queue, history }: ServerParts): Job[] {
  const running = queue.running();
  return [
    ...(running ? [queuedJob(running, "in_progress")] : []),
    ...queue.pending().map((item) => queuedJob(item, "pending")),
    ...Object.entries(history.list()).map(([id, entry]) => finishedJob(id, entry)),
  ];
}

function one({ parts: { queue, history }, parameters: [id = ""] }: RouteRequest): Reply {
  const running = queue.running();
  const waiting = queue.pending().find(({ promptId }) => promptId === id);
  const entry = history.get(id);
  const job =
    running?.promptId === id
      ? queuedJob(running, "in_progress")
      : waiting
        ? queuedJob(waiting, "pending")
        : entry && finishedJob(id, entry);
  return job ? json({ ...job.summary, ...job.details }) : json({ error: "Job not found" }, 404);
}

/** True when there was something to stop: a waiting prompt is removed, a running one interrupted. */
function cancel(parts: ServerParts, id: string): boolean {
  if (parts.queue.running()?.promptId !== id) return removeWaiting(parts, id);
  parts.runner.interrupt(id);
  return true;
}

async function cancelSeveral(request: RouteRequest): Promise<Reply> {
  const body = await jsonBody(request).catch(() => undefined);
  const ids: unknown = isObject(body) ? body["job_ids"] : undefined;
  if (!Array.isArray(ids) || ids.length === 0) {
    return json({ error: "job_ids must be a non-empty array" }, 400);
  }
  const invalid = (ids as unknown[]).filter((id) => typeof id !== "string" || !UUID.test(id));
  if (invalid.length > 0) {
    return json({ error: "job_ids contains invalid id(s)", invalid_ids: invalid }, 400);
  }
  const stopped = (ids as string[]).map((id) => cancel(request.parts, id));
  return json({ cancelled: stopped.includes(true) });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const jobRoutes: readonly Route[] = [
  { method: "GET", path: /^\/api\/jobs$/, answer: list },
  { method: "GET", path: /^\/api\/jobs\/([^/]+)$/, answer: one },
  { method: "POST", path: /^\/api\/jobs\/cancel$/, answer: cancelSeveral },
  {
    method: "POST",
    path: /^\/api\/jobs\/([^/]+)\/cancel$/,
    answer: ({ parts, parameters: [id = ""] }) => json({ cancelled: cancel(parts, id) }),
  },
];
