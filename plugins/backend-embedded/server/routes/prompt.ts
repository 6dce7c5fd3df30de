// Submitting a graph, stopping the one that runs, and forgetting what was computed.
import { randomUUID } from "node:crypto";
import { repr, toFloat, toText, toBoolean } from "../../graph/python.js";
import { validateGraph } from "../../graph/validate.js";
import { isObject, parseJson } from "../../json.js";
import { wireNumber, type QueueItem } from "../queue.js";
import { empty, json, type Reply } from "../reply.js";
import { jsonBody, objectBody, type Route, type RouteRequest } from "./route.js";

const NO_PROMPT = {
  error: { type: "no_prompt", message: "No prompt provided", details: "No prompt provided", extra_info: {} },
  node_errors: {},
};

async function submit(request: RouteRequest): Promise<Reply> {
  const { queue, runner, catalog, logs, folders } = request.parts;
  const sent = await jsonBody(request);
  if (typeof sent !== "object" || sent === null) throw new TypeError("The body is not an object");
  const body = sent as Record<string, unknown>;
  logs.write("got prompt");
  const priority = priorityOf(body, queue.nextNumber);
  if (!("prompt" in body)) return json(NO_PROMPT, 400);
  const promptId = "prompt_id" in body ? toText(body["prompt_id"]) : randomUUID();
  const targets = body["partial_execution_targets"];
  const wanted = Array.isArray(targets) ? targets.map(String) : undefined;
  const verdict = validateGraph(body["prompt"], { catalog, folders }, wanted);
  if (verdict.kind === "refused") {
    if ("client_id" in body) extraDataOf(body);
    logs.write(`invalid prompt: ${verdict.error.message}`);
    return json({ error: verdict.error, node_errors: verdict.nodeErrors }, 400);
  }
  const extraData = extraDataOf(body);
  const item = { ...priority, promptId, graph: verdict.graph, extraData, outputs: verdict.outputs };
  runner.submit(item);
  return json({ prompt_id: promptId, number: wireNumber(item), node_errors: verdict.nodeErrors });
}

/** An explicit number wins; `front` negates the counter; the counter advances even if the graph is refused. */
function priorityOf(
  body: Readonly<Record<string, unknown>>,
  nextNumber: () => number,
): Pick<QueueItem, "number" | "explicitNumber"> {
  if ("number" in body) return { number: toFloat(body["number"]), explicitNumber: true };
  const number = nextNumber();
  return { number: toBoolean(body["front"]) ? 0 - number : number, explicitNumber: false };
}

/** Accounts of paid services; real servers hand them to nodes and keep them out of queue and history. */
const SECRETS = new Set(["auth_token_comfy_org", "api_key_comfy_org"]);

/** Throws for `extra_data` that is no object, which answers 500. */
function extraDataOf(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const sent = "extra_data" in body ? body["extra_data"] : {};
  if (!isObject(sent)) throw new TypeError(`extra_data is ${repr(sent)}`);
  const shown = Object.fromEntries(Object.entries(sent).filter(([key]) => !SECRETS.has(key)));
  const client = "client_id" in body ? { client_id: body["client_id"] } : {};
  return { ...shown, ...client, create_time: Date.now() };
}

/** A body that is not JSON, or names no prompt, interrupts whatever runs. */
async function interrupt(request: RouteRequest): Promise<Reply> {
  const body = parsedOrEmpty((await request.body()).toString("utf8"));
  if (!isObject(body)) throw new TypeError("The body is not an object");
  const promptId = body["prompt_id"];
  request.parts.runner.interrupt(toBoolean(promptId) ? toText(promptId) : undefined);
  return empty(200);
}

function parsedOrEmpty(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return {};
  }
}

/** `unload_models` has nothing to unload here; `free_memory` drops the results, before the next prompt at the latest. */
async function free(request: RouteRequest): Promise<Reply> {
  const body = await objectBody(request);
  if (toBoolean(body["free_memory"])) request.parts.runner.forgetResults();
  return empty(200);
}

export const promptRoutes: readonly Route[] = [
  {
    method: "GET",
    path: /^\/prompt$/,
    answer: ({ parts }) => json({ exec_info: { queue_remaining: parts.queue.remaining() } }),
  },
  { method: "POST", path: /^\/prompt$/, answer: submit },
  { method: "POST", path: /^\/interrupt$/, answer: interrupt },
  { method: "POST", path: /^\/free$/, answer: free },
];
