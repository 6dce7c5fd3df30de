// `/api/jobs`: lists all prompts in one form, and cancels them in any state.
import { isRecord } from "@pictor/kernel/plugin";
import {
  finishedJob,
  json,
  listJobs,
  queuedJob,
  readJobQuery,
  type Job,
  type Reply,
} from "@pictor/comfyui-protocol";
import type { ServerContext } from "./server-context.js";
import { removePending } from "../runs/remove-pending.js";
import { readJsonBody, type Route, type RouteRequest } from "./route.js";

function list({ context, query }: RouteRequest): Reply {
  const read = readJobQuery(query);
  return "error" in read ? json(read, 400) : json(listJobs(allJobs(context), read));
}

/** Running, then pending, then finished prompts. Sorting keeps this order among equals. */
function allJobs({ queue, history }: ServerContext): Job[] {
  const running = queue.running();
  return [
    ...(running ? [queuedJob(running, "in_progress")] : []),
    ...queue.pending().map((item) => queuedJob(item, "pending")),
    ...Object.entries(history.list()).map(([id, entry]) => finishedJob(id, entry)),
  ];
}

function one({ context: { queue, history }, parameters: [id = ""] }: RouteRequest): Reply {
  const running = queue.running();
  const pending = queue.pending().find(({ promptId }) => promptId === id);
  const entry = history.get(id);
  const job =
    running?.promptId === id
      ? queuedJob(running, "in_progress")
      : pending
        ? queuedJob(pending, "pending")
        : entry && finishedJob(id, entry);
  return job ? json({ ...job.summary, ...job.details }) : json({ error: "Job not found" }, 404);
}

/** Removes a pending prompt, or interrupts a running one. False when the prompt is neither. */
function cancel(context: ServerContext, id: string): boolean {
  if (context.queue.running()?.promptId !== id) return removePending(context, id);
  context.runner.interrupt(id);
  return true;
}

async function cancelSeveral(request: RouteRequest): Promise<Reply> {
  const body = await readJsonBody(request).catch(() => undefined);
  const ids: unknown = isRecord(body) ? body["job_ids"] : undefined;
  if (!Array.isArray(ids) || ids.length === 0) {
    return json({ error: "job_ids must be a non-empty array" }, 400);
  }
  const invalid = (ids as unknown[]).filter((id) => typeof id !== "string" || !UUID.test(id));
  if (invalid.length > 0) {
    return json({ error: "job_ids contains invalid id(s)", invalid_ids: invalid }, 400);
  }
  const cancelled = (ids as string[]).map((id) => cancel(request.context, id));
  return json({ cancelled: cancelled.includes(true) });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const jobRoutes: readonly Route[] = [
  { method: "GET", path: /^\/api\/jobs$/, answer: list },
  { method: "GET", path: /^\/api\/jobs\/([^/]+)$/, answer: one },
  { method: "POST", path: /^\/api\/jobs\/cancel$/, answer: cancelSeveral },
  {
    method: "POST",
    path: /^\/api\/jobs\/([^/]+)\/cancel$/,
    answer: ({ context, parameters: [id = ""] }) => json({ cancelled: cancel(context, id) }),
  },
];
