// Submitting a graph, and stopping the one that runs.
import { randomUUID } from "node:crypto";
import { repr, toFloat, toText, toBoolean } from "../../graph/python.js";
import { validateGraph } from "../../graph/validate.js";
import { isObject, parseJson } from "../../json.js";
import { empty, json, type Reply } from "../reply.js";
import { jsonBody, type Route, type RouteRequest } from "./route.js";

const NO_PROMPT = {
  error: { type: "no_prompt", message: "No prompt provided", details: "No prompt provided", extra_info: {} },
  node_errors: {},
};

async function submit(request: RouteRequest): Promise<Reply> {
  const { queue, runner, catalog } = request.parts;
  const sent = await jsonBody(request);
  if (typeof sent !== "object" || sent === null) throw new TypeError("The body is not an object");
  const body = sent as Record<string, unknown>;
  const number = priority(body, queue.nextNumber);
  if (!("prompt" in body)) return json(NO_PROMPT, 400);
  const promptId = "prompt_id" in body ? toText(body["prompt_id"]) : randomUUID();
  const targets = body["partial_execution_targets"];
  const wanted = Array.isArray(targets) ? targets.map(String) : undefined;
  const verdict = validateGraph(body["prompt"], catalog, wanted);
  const extraData = extraDataOf(body);
  if (verdict.kind === "refused") return json({ error: verdict.error, node_errors: verdict.nodeErrors }, 400);
  const item = { number, promptId, graph: verdict.graph, extraData, outputs: verdict.outputs };
  runner.submit(item);
  return json({ prompt_id: promptId, number, node_errors: verdict.nodeErrors });
}

/** An explicit number wins; `front` negates the counter; the counter advances even if the graph is refused. */
function priority(body: Readonly<Record<string, unknown>>, nextNumber: () => number): number {
  if ("number" in body) return toFloat(body["number"]);
  const number = nextNumber();
  return toBoolean(body["front"]) ? 0 - number : number;
}

function extraDataOf(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const sent = "extra_data" in body ? body["extra_data"] : {};
  if (!isObject(sent)) throw new TypeError(`extra_data is ${repr(sent)}`);
  const client = "client_id" in body ? { client_id: body["client_id"] } : {};
  return { ...sent, ...client, create_time: Date.now() };
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

export const promptRoutes: readonly Route[] = [
  {
    method: "GET",
    path: /^\/prompt$/,
    answer: ({ parts }) => json({ exec_info: { queue_remaining: parts.queue.remaining() } }),
  },
  { method: "POST", path: /^\/prompt$/, answer: submit },
  { method: "POST", path: /^\/interrupt$/, answer: interrupt },
];
