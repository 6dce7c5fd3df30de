// The jobs API: the prompts of the owner in every state, in one form.

import { finishedJob, listJobs, queuedJob, readJobQuery, type Job } from "@pictor/comfyui-protocol";
import { isRecord } from "@pictor/kernel/plugin";
import { json, type Answer } from "../http/answer.js";
import { listEnded, listQueue } from "../prompts/find.js";
import { stopPrompt } from "../prompts/stop.js";
import { queuedPrompt, type Prompt } from "../wire/prompt.js";
import { idsOf, readJson, type Route, type RouteRequest } from "./route.js";

/** `extra_data` whose workflow is not an object would fail as a whole: a job of it has no workflow id. */
function withWorkflow({ extra }: Prompt): Readonly<Record<string, unknown>> {
  const info = extra["extra_pnginfo"];
  const isUsable = isRecord(info) && (info["workflow"] === undefined || isRecord(info["workflow"]));
  return isUsable
    ? extra
    : Object.fromEntries(Object.entries(extra).filter(([name]) => name !== "extra_pnginfo"));
}

/** Running, then waiting, then ended prompts. */
async function allJobs({ facade, owner, options }: RouteRequest): Promise<readonly Job[]> {
  const [queue, ended] = await Promise.all([
    listQueue(facade, owner, options),
    listEnded(facade, owner, options),
  ]);
  const queued = queue.flatMap(({ prompt, isRunning }, number) => {
    if (prompt === undefined || facade.ended.has(prompt.promptId)) return [];
    const item = { ...queuedPrompt(prompt, number), extraData: withWorkflow(prompt) };
    return [queuedJob(item, isRunning ? "in_progress" : "pending")];
  });
  const finished = ended.map(({ prompt, entry }) => {
    const [number, id, graph, , outputs] = entry.prompt;
    return finishedJob(prompt.promptId, {
      ...entry,
      prompt: [number, id, graph, withWorkflow(prompt), outputs],
    });
  });
  return [...queued, ...finished];
}

async function list(request: RouteRequest): Promise<Answer> {
  const read = readJobQuery(request.query);
  return "error" in read ? json(read, 400) : json(listJobs(await allJobs(request), read));
}

async function one(request: RouteRequest): Promise<Answer> {
  const job = (await allJobs(request)).find(({ id }) => id === request.parameters[0]);
  return job === undefined ? json({ error: "Job not found" }, 404) : json({ ...job.summary, ...job.details });
}

async function cancel({ facade, owner, options }: RouteRequest, ids: readonly string[]): Promise<Answer> {
  let cancelled = false;
  for (const id of ids) cancelled = (await stopPrompt(facade, owner, id, options)) || cancelled;
  return json({ cancelled });
}

async function cancelSeveral(request: RouteRequest): Promise<Answer> {
  const body = await readJson(request);
  const ids = isRecord(body) ? idsOf(body["job_ids"]) : [];
  return ids.length === 0 ? json({ error: "job_ids must be a non-empty array" }, 400) : cancel(request, ids);
}

export const jobRoutes: readonly Route[] = [
  { method: "GET", path: "/jobs", answer: list },
  { method: "GET", path: "/jobs/*", answer: one },
  { method: "POST", path: "/jobs/cancel", answer: cancelSeveral },
  { method: "POST", path: "/jobs/*/cancel", answer: (request) => cancel(request, request.parameters) },
];
