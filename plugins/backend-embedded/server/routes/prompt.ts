// Submitting a graph, stopping the one that runs, and forgetting what was computed.
import { randomUUID } from "node:crypto";
import { graphForm } from "../../graph/float-form.js";
import { isIn, memberOf, optionalMember } from "../../graph/python-access.js";
import { repr, toFloat, toText, toBoolean } from "../../graph/python.js";
import { validateGraph } from "../../graph/validate.js";
import { isObject } from "../../json.js";
import type { ShownExtraData } from "../extra-data.js";
import { wireNumber, type QueueItem } from "../queue.js";
import type { FloatSlots } from "../read-json.js";
import { empty, json, type Reply } from "../reply.js";
import { jsonBody, type Route, type RouteRequest } from "./route.js";

const NO_PROMPT = {
  error: { type: "no_prompt", message: "No prompt provided", details: "No prompt provided", extra_info: {} },
  node_errors: {},
};

async function submit(request: RouteRequest): Promise<Reply> {
  const { parts, shownExtraData } = request;
  const { queue, runner, catalog, logs, folders } = parts;
  const floats: FloatSlots = new WeakSet();
  const body = await jsonBody(request, floats);
  logs.write("got prompt");
  const priority = priorityOf(body, queue.nextNumber);
  if (!isIn("prompt", body)) return json(NO_PROMPT, 400);
  const prompt = memberOf(body, "prompt");
  const promptId = isIn("prompt_id", body) ? toText(memberOf(body, "prompt_id")) : randomUUID();
  const targets = isIn(TARGETS, body) ? memberOf(body, TARGETS) : null;
  const verdict = validateGraph(prompt, { catalog, folders, floats }, targets);
  if (verdict.kind === "refused") {
    if (isIn("client_id", body)) extraDataOf(body, shownExtraData);
    logs.write(`invalid prompt: ${verdict.error.message}`);
    return json({ error: verdict.error, node_errors: verdict.nodeErrors }, 400);
  }
  const extraData = extraDataOf(body, shownExtraData);
  const { graph, outputs } = verdict;
  const item = { ...priority, promptId, graph, shown: graphForm(graph, catalog), extraData, outputs };
  runner.submit(item);
  return json({ prompt_id: promptId, number: wireNumber(item), node_errors: verdict.nodeErrors });
}

const TARGETS = "partial_execution_targets";

/** An explicit number wins; `front` negates the counter; the counter advances even if the graph is refused. */
function priorityOf(body: unknown, nextNumber: () => number): Pick<QueueItem, "number" | "explicitNumber"> {
  if (isIn("number", body)) return { number: toFloat(memberOf(body, "number")), explicitNumber: true };
  const number = nextNumber();
  const isFirst = isIn("front", body) && toBoolean(memberOf(body, "front"));
  return { number: isFirst ? 0 - number : number, explicitNumber: false };
}

/** Throws for `extra_data` that is no object, which answers 500. */
function extraDataOf(body: unknown, shown: ShownExtraData): Record<string, unknown> {
  const sent = isIn("extra_data", body) ? memberOf(body, "extra_data") : {};
  if (!isObject(sent)) throw new TypeError(`extra_data is ${repr(sent)}`);
  const client = isIn("client_id", body) ? { client_id: memberOf(body, "client_id") } : {};
  return shown({ ...sent, ...client });
}

/** A body that is not JSON, or names no prompt, interrupts whatever runs. */
async function interrupt(request: RouteRequest): Promise<Reply> {
  const body = await jsonBody(request).catch((error: unknown) => {
    if (error instanceof SyntaxError) return {};
    throw error;
  });
  const promptId = optionalMember(body, "prompt_id");
  request.parts.runner.interrupt(toBoolean(promptId) ? toText(promptId) : undefined);
  return empty(200);
}

/** `unload_models` has nothing to unload here; `free_memory` drops the results, before the next prompt at the latest. */
async function free(request: RouteRequest): Promise<Reply> {
  const body = await jsonBody(request);
  if (toBoolean(optionalMember(body, "free_memory"))) request.parts.runner.forgetResults();
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
