// Submitting, interrupting, and the queue.

import { queueTuple } from "@pictor/comfyui-protocol";
import { asString, isRecord } from "@pictor/kernel/plugin";
import { empty, json, type Answer } from "../http/answer.js";
import { listQueue } from "../prompts/find.js";
import { clearQueue, interrupt, removeQueued } from "../prompts/stop.js";
import { submitPrompt } from "../prompts/submit.js";
import { queuedPrompt } from "../wire/prompt.js";
import { readPrompt } from "../wire/read-prompt.js";
import { promptError } from "../wire/refusal.js";
import { idsOf, readJson, type Route, type RouteRequest } from "./route.js";

async function submit(request: RouteRequest): Promise<Answer> {
  const { facade, owner, priority, options } = request;
  const body = await readJson(request);
  if (body === undefined)
    return json(promptError("invalid_json", "The body of the request is not JSON."), 400);
  const read = readPrompt(body);
  if ("error" in read) return json(read, 400);
  const receipt = await submitPrompt(
    facade,
    owner,
    priority === undefined ? read : { priority, ...read },
    options,
  );
  return json(receipt, "error" in receipt ? 400 : 200);
}

/** Prompts of others are listed without their contents, so that a client can count those before its own. */
async function queue({ facade, owner, options }: RouteRequest): Promise<Answer> {
  const listed = await listQueue(facade, owner, options);
  const tuples = listed.map(({ promptId, prompt, isRunning }, index) => ({
    isRunning,
    tuple: prompt === undefined ? [index, promptId, {}, {}, []] : queueTuple(queuedPrompt(prompt, index)),
  }));
  const of = (isRunning: boolean) =>
    tuples.filter((one) => one.isRunning === isRunning).map(({ tuple }) => tuple);
  return json({ queue_running: of(true), queue_pending: of(false) });
}

async function changeQueue(request: RouteRequest): Promise<Answer> {
  const { facade, owner, options } = request;
  const body = await readJson(request);
  if (!isRecord(body))
    return json(promptError("invalid_json", "The body of the request is not a JSON object."), 400);
  if (body["clear"] === true) await clearQueue(facade, owner, options);
  for (const id of idsOf(body["delete"])) await removeQueued(facade, owner, id, options);
  return empty(200);
}

async function interruptRun(request: RouteRequest): Promise<Answer> {
  const { facade, owner, options } = request;
  const body = await readJson(request);
  await interrupt(facade, owner, isRecord(body) ? asString(body["prompt_id"]) : undefined, options);
  return empty(200);
}

export const promptRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/prompt",
    answer: ({ facade }) => json({ exec_info: { queue_remaining: facade.remaining() } }),
  },
  { method: "POST", path: "/prompt", answer: submit },
  { method: "GET", path: "/queue", answer: queue },
  { method: "POST", path: "/queue", answer: changeQueue },
  { method: "POST", path: "/interrupt", answer: interruptRun },
];
