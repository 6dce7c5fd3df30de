// Validates a prompt as a real server does, and puts it into the queue.
import { randomUUID } from "node:crypto";
import {
  isIn,
  jsonGraph,
  memberOf,
  repr,
  toBoolean,
  toFloat,
  toText,
  validateGraph,
} from "@pictor/comfyui-graph";
import {
  jsonNumber,
  promptRefusal,
  type ExtraDataFilter,
  type PromptReceipt,
  type PromptRefusal,
} from "@pictor/comfyui-protocol";
import { isRecord, parsePythonJson } from "@pictor/kernel/plugin";
import type { Catalog } from "../classes/catalog.js";
import type { QueueItem } from "../prompts/queue.js";
import type { ServerContext } from "./server-context.js";

/** What a fault can change about the engine for one request. */
export interface EngineView {
  readonly catalog: Catalog;
  readonly filterExtraData: ExtraDataFilter;
}

/** `text` is the body of `POST /prompt`. Malformed JSON throws. */
export function submitPrompt(
  { queue, runner, logs, folders }: ServerContext,
  { catalog, filterExtraData }: EngineView,
  text: string,
): PromptReceipt | PromptRefusal {
  const body = parsePythonJson(text);
  logs.write("got prompt");
  const priority = priorityOf(body, queue.nextNumber);
  if (!isIn("prompt", body)) return promptRefusal("no_prompt", "No prompt provided", "No prompt provided");
  const prompt = memberOf(body, "prompt");
  const promptId = isIn("prompt_id", body) ? toText(memberOf(body, "prompt_id")) : randomUUID();
  const targets = isIn(TARGETS, body) ? memberOf(body, TARGETS) : null;
  const verdict = validateGraph(prompt, { catalog, folders }, targets);
  if (verdict.kind === "refused") {
    // Real servers read `extra_data` here as well, and fail if it is not an object.
    if (isIn("client_id", body)) extraDataOf(body, filterExtraData);
    logs.write(`invalid prompt: ${verdict.error.message}`);
    return { error: verdict.error, node_errors: verdict.nodeErrors };
  }
  const extraData = extraDataOf(body, filterExtraData);
  const { graph, outputs } = verdict;
  const item = { ...priority, promptId, graph, jsonGraph: jsonGraph(graph, catalog), extraData, outputs };
  runner.submit(item);
  return { prompt_id: promptId, number: jsonNumber(item), node_errors: verdict.nodeErrors };
}

const TARGETS = "partial_execution_targets";

/** Returns the priority number: the one that the client sent, otherwise the next one of the counter, which `front` negates. */
function priorityOf(body: unknown, nextNumber: () => number): Pick<QueueItem, "number" | "hasClientNumber"> {
  if (isIn("number", body)) return { number: toFloat(memberOf(body, "number")), hasClientNumber: true };
  const number = nextNumber();
  const isFront = isIn("front", body) && toBoolean(memberOf(body, "front"));
  return { number: isFront ? 0 - number : number, hasClientNumber: false };
}

/** Reads `extra_data`. Throws if it is not an object. */
function extraDataOf(body: unknown, filter: ExtraDataFilter): Record<string, unknown> {
  const sent = isIn("extra_data", body) ? memberOf(body, "extra_data") : {};
  if (!isRecord(sent)) throw new TypeError(`extra_data is not an object but ${repr(sent)}`);
  const client = isIn("client_id", body) ? { client_id: memberOf(body, "client_id") } : {};
  return filter({ ...sent, ...client });
}
