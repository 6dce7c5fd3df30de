// Submits a prompt, interrupts the running one, and clears the cache.
import { isRecord } from "@pictor/kernel/plugin";
import { randomUUID } from "node:crypto";
import {
  jsonGraph,
  isIn,
  memberOf,
  optionalMember,
  repr,
  toBoolean,
  toFloat,
  toText,
  validateGraph,
} from "@pictor/comfyui-graph";
import { empty, json, jsonNumber, type ExtraDataFilter, type Reply } from "@pictor/comfyui-protocol";
import type { QueueItem } from "../prompts/queue.js";
import type { FloatSlots } from "@pictor/comfyui-graph";
import { readJsonBody, type Route, type RouteRequest } from "./route.js";

const NO_PROMPT = {
  error: { type: "no_prompt", message: "No prompt provided", details: "No prompt provided", extra_info: {} },
  node_errors: {},
};

async function submit(request: RouteRequest): Promise<Reply> {
  const { context, filterExtraData } = request;
  const { queue, runner, catalog, logs, folders } = context;
  const floatSlots: FloatSlots = new WeakSet();
  const body = await readJsonBody(request, floatSlots);
  logs.write("got prompt");
  const priority = priorityOf(body, queue.nextNumber);
  if (!isIn("prompt", body)) return json(NO_PROMPT, 400);
  const prompt = memberOf(body, "prompt");
  const promptId = isIn("prompt_id", body) ? toText(memberOf(body, "prompt_id")) : randomUUID();
  const targets = isIn(TARGETS, body) ? memberOf(body, TARGETS) : null;
  const verdict = validateGraph(prompt, { catalog, folders, floatSlots }, targets);
  if (verdict.kind === "refused") {
    // Real servers read `extra_data` here as well, and fail if it is not an object.
    if (isIn("client_id", body)) extraDataOf(body, filterExtraData);
    logs.write(`invalid prompt: ${verdict.error.message}`);
    return json({ error: verdict.error, node_errors: verdict.nodeErrors }, 400);
  }
  const extraData = extraDataOf(body, filterExtraData);
  const { graph, outputs } = verdict;
  const item = { ...priority, promptId, graph, jsonGraph: jsonGraph(graph, catalog), extraData, outputs };
  runner.submit(item);
  return json({ prompt_id: promptId, number: jsonNumber(item), node_errors: verdict.nodeErrors });
}

const TARGETS = "partial_execution_targets";

/** Returns the priority number: the one that the client sent, otherwise the next one of the counter, which `front` negates. */
function priorityOf(body: unknown, nextNumber: () => number): Pick<QueueItem, "number" | "hasClientNumber"> {
  if (isIn("number", body)) return { number: toFloat(memberOf(body, "number")), hasClientNumber: true };
  const number = nextNumber();
  const isFront = isIn("front", body) && toBoolean(memberOf(body, "front"));
  return { number: isFront ? 0 - number : number, hasClientNumber: false };
}

/** Reads `extra_data`. Throws if it is not an object; the reply then has status 500. */
function extraDataOf(body: unknown, filter: ExtraDataFilter): Record<string, unknown> {
  const sent = isIn("extra_data", body) ? memberOf(body, "extra_data") : {};
  if (!isRecord(sent)) throw new TypeError(`extra_data is not an object but ${repr(sent)}`);
  const client = isIn("client_id", body) ? { client_id: memberOf(body, "client_id") } : {};
  return filter({ ...sent, ...client });
}

/** Interrupts the prompt that the body names, or any running prompt when the body is malformed or names none. */
async function interrupt(request: RouteRequest): Promise<Reply> {
  const body = await readJsonBody(request).catch((error: unknown) => {
    if (error instanceof SyntaxError) return {};
    throw error;
  });
  const promptId = optionalMember(body, "prompt_id");
  request.context.runner.interrupt(toBoolean(promptId) ? toText(promptId) : undefined);
  return empty(200);
}

/** `free_memory` clears the result cache before the next prompt. `unload_models` has no effect: no models are loaded. */
async function free(request: RouteRequest): Promise<Reply> {
  const body = await readJsonBody(request);
  if (toBoolean(optionalMember(body, "free_memory"))) request.context.runner.clearCache();
  return empty(200);
}

export const promptRoutes: readonly Route[] = [
  {
    method: "GET",
    path: /^\/prompt$/,
    answer: ({ context }) => json({ exec_info: { queue_remaining: context.queue.remaining() } }),
  },
  { method: "POST", path: /^\/prompt$/, answer: submit },
  { method: "POST", path: /^\/interrupt$/, answer: interrupt },
  { method: "POST", path: /^\/free$/, answer: free },
];
