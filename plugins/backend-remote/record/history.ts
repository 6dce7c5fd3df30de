// The server's record of a finished prompt: one item of GET /history/{prompt_id}.

import type { NodeId, OutputFile, PromptState } from "@pictor/kernel/plugin";
import { fieldsOf, itemsOf, textOf, textsOf } from "../fields.js";
import { filesOf, showsWords } from "../files.js";
import { nodeFaultOf } from "./node-fault.js";
import type { Routes } from "../routes.js";

/**
 * The item of a prompt in a history reply; undefined for `{}`, which says only that there is none (yet, or any more),
 * and for a null, which would otherwise be read as a success.
 */
export const historyItem = (history: unknown, promptId: string): unknown =>
  Object.hasOwn(fieldsOf(history), promptId) ? (fieldsOf(history)[promptId] ?? undefined) : undefined;

/**
 * The verdict of an item. `status_str` says `error` for an interruption too, and `success` for some failures, so the
 * messages decide: `[kind, data]` pairs of which one is execution_success, _error or _interrupted. Another one,
 * execution_cached, names the nodes that did not run.
 */
export function verdictOf(item: unknown, view: Routes["view"]): PromptState {
  const outputs = outputsOf(item, view);
  const { status_str, messages } = fieldsOf(fieldsOf(item)["status"]);
  const said = new Map(itemsOf(messages).map((message) => [itemsOf(message)[0], itemsOf(message)[1]]));
  if (said.has("execution_interrupted")) return { state: "interrupted", outputs };
  if (!said.has("execution_error") && status_str !== "error") {
    const cached = textsOf(fieldsOf(said.get("execution_cached"))["nodes"]);
    return { state: "succeeded", outputs, shown: shownBy(item), cached };
  }
  return { state: "failed", outputs, error: nodeFaultOf(said.get("execution_error")) };
}

/** What the nodes of an item gave, by the graph's node that did. A failed run lists what was ready before. */
function givenBy(item: unknown): readonly (readonly [NodeId, unknown])[] {
  const { prompt, outputs, meta } = fieldsOf(item);
  const graph = fieldsOf(itemsOf(prompt)[2]);
  return Object.entries(fieldsOf(outputs)).map(([node, output]) => [
    graphNode(node, graph, fieldsOf(meta)[node]),
    output,
  ]);
}

const outputsOf = (item: unknown, view: Routes["view"]): readonly OutputFile[] =>
  givenBy(item).flatMap(([node, output]) => filesOf(node, output, view));

const shownBy = (item: unknown): readonly NodeId[] =>
  givenBy(item).flatMap(([node, output]) => (showsWords(output) ? [node] : []));

/** Nodes created while it ran are shown as the one that created them; after a cache hit `meta` can be of another graph. */
function graphNode(node: NodeId, graph: Readonly<Record<string, unknown>>, meta: unknown): NodeId {
  const shown = textOf(fieldsOf(meta)["display_node"]);
  return !Object.hasOwn(graph, node) && shown !== undefined && Object.hasOwn(graph, shown) ? shown : node;
}
