// Reads the body of `POST /prompt`: the graph, and what the client says about it. Pure.

import { promptRefusal, type PromptRefusal } from "@pictor/comfyui-protocol";
import {
  asFiniteNumber,
  asString,
  isDeeperThan,
  isRecord,
  isString,
  upstreamGraph,
} from "@pictor/kernel/plugin";
import type { Graph, GraphNode, Priority } from "@pictor/kernel/plugin";

export interface PromptRequest {
  readonly graph: Graph;
  readonly promptId?: string;
  readonly clientId?: string;
  readonly priority?: Priority;
  /** `extra_data` as it was sent, without the id of the client. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A graph is flat; values of its inputs are nested a little. */
const maxDepth = 100;

/** Longest id of a prompt or a client. */
const maxIdLength = 200;

const isId = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= maxIdLength && !/[\p{Cc}/\\]/u.test(value);

const isNode = (value: unknown): value is GraphNode =>
  isRecord(value) && typeof value["class_type"] === "string" && isRecord(value["inputs"]);

/** What is wrong with a graph; undefined if its nodes have the form of nodes. */
function problemOf(graph: unknown): PromptRefusal | undefined {
  if (!isRecord(graph))
    return promptRefusal("invalid_prompt", "The prompt is not an object with nodes by their ids.");
  const malformed = Object.entries(graph).find(([, node]) => !isNode(node));
  if (malformed === undefined) return undefined;
  const details = `Node ID '#${malformed[0]}'`;
  return promptRefusal(
    "invalid_prompt",
    "Cannot execute because a node has no class_type or no inputs.",
    details,
  );
}

/** `front` and a negative number both mean: before all others. */
const priorityOf = (body: Readonly<Record<string, unknown>>): Priority | undefined =>
  body["front"] === true || (asFiniteNumber(body["number"]) ?? 0) < 0 ? "high" : undefined;

/** `body` is parsed JSON. */
export function readPrompt(body: unknown): PromptRequest | PromptRefusal {
  if (!isRecord(body) || body["prompt"] === undefined)
    return promptRefusal("no_prompt", "No prompt provided", "No prompt provided");
  if (isDeeperThan(maxDepth, body))
    return promptRefusal("invalid_prompt", "The prompt is nested too deeply.");
  const { prompt_id, client_id, extra_data = {}, partial_execution_targets: targets } = body;
  if (prompt_id !== undefined && prompt_id !== null && !isId(prompt_id))
    return promptRefusal(
      "invalid_prompt_id",
      "The prompt_id is not a short text without slashes; a UUID is.",
    );
  if (!isRecord(extra_data)) return promptRefusal("invalid_extra_data", "extra_data is not an object.");
  const problem = problemOf(body["prompt"]);
  if (problem !== undefined) return problem;
  const whole = body["prompt"] as Graph;
  const graph = Array.isArray(targets) ? upstreamGraph(targets.filter(isString), whole) : whole;
  if (Object.keys(graph).length === 0) return promptRefusal("prompt_no_outputs", "Prompt has no outputs");
  const clientId = asString(client_id) ?? asString(extra_data["client_id"]);
  const priority = priorityOf(body);
  return {
    graph,
    ...(isId(prompt_id) && { promptId: prompt_id }),
    ...(clientId !== undefined && { clientId: clientId.slice(0, maxIdLength) }),
    ...(priority !== undefined && { priority }),
    extra: Object.fromEntries(Object.entries(extra_data).filter(([name]) => name !== "client_id")),
  };
}
