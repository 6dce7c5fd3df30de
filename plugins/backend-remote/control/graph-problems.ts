// Parses the problems that a server finds in a graph: the error body of POST /prompt, and `node_errors` of a success.

import { asString, cutText, recordOrEmpty } from "@pictor/kernel/plugin";
import type { Graph, GraphProblem, NodeId } from "@pictor/kernel/plugin";
import { itemsOf, textsOf } from "../base/json-fields.js";

/**
 * The largest number of characters of a message. Longer messages are truncated, because a list of allowed values can be
 * very long.
 */
const maxMessageLength = 300;

/**
 * The problems in `node_errors`, which maps node ids to `{ class_type, errors: [{ type, message, details, extra_info }] }`.
 */
export function parseNodeErrors(nodeErrors: unknown, graph: Graph): readonly GraphProblem[] {
  return Object.entries(recordOrEmpty(nodeErrors)).flatMap(([node, entry]) => {
    const { class_type, errors } = recordOrEmpty(entry);
    const classType = asString(class_type) ?? graph[node]?.class_type ?? "";
    return itemsOf(errors).map((error) => problemOf(node, classType, error, graph));
  });
}

function problemOf(node: NodeId, classType: string, error: unknown, graph: Graph): GraphProblem {
  const { type, message, details, extra_info } = recordOrEmpty(error);
  const { input_name, cycle_nodes, loop_error_type } = recordOrEmpty(extra_info);
  const code = asString(type) ?? "unknown";
  const place = { node, classType, code };
  switch (code) {
    // The error belongs to the node with the broken link, but its `input_name` is an input of the next node downstream.
    case "exception_during_inner_validation":
    case "exception_during_validation":
      return { ...place, ...brokenLink(graph, node), message: sentence(message, details) };
    case "dependency_cycle":
      return { ...place, message: sentence(message, textsOf(cycle_nodes).join(" -> ") || details) };
    default: {
      // The problem of a loop concerns nodes, whatever stands in the place of an input.
      const isLoop = loop_error_type !== undefined;
      const input = isLoop ? undefined : asString(input_name);
      const text = sentence(message, details === input ? "" : details);
      return { ...place, ...(input === undefined ? {} : { input }), message: text };
    }
  }
}

/** The input of a node whose link leads to a node that the graph lacks. */
function brokenLink(graph: Graph, node: NodeId): { readonly input?: string } {
  const input = Object.entries(graph[node]?.inputs ?? {}).find(
    ([, value]) => Array.isArray(value) && value.length === 2 && !Object.hasOwn(graph, String(value[0])),
  )?.[0];
  return input === undefined ? {} : { input };
}

/** The content of a reply with status 400. `reason` is its summary, for a reply that names no node too. */
export interface GraphRefusal {
  readonly reason: string;
  readonly problems: readonly GraphProblem[];
}

/**
 * Parses the body of a reply with status 400; undefined if the body is not ComfyUI's. An unknown class is named in `error`
 * instead of `node_errors`, and only the first one: in `extra_info.node_id` since 0.11, before that in the sentence
 * "Node ID '#12'".
 */
export function parseRefusal(body: unknown, graph: Graph): GraphRefusal | undefined {
  const { error, node_errors } = recordOrEmpty(body);
  const { type, message, details, extra_info } = recordOrEmpty(error);
  const code = asString(type);
  if (code === undefined) return undefined;
  const problems = parseNodeErrors(node_errors, graph);
  if (problems.length > 0) return { problems, reason: problems.map(problemText).join("; ") };
  const { node_id, class_type } = recordOrEmpty(extra_info);
  const node = asString(node_id) ?? /^Node ID '#(.*)'$/s.exec(asString(details) ?? "")?.[1];
  // Older servers explain nothing about a graph whose links form a cycle.
  if (node === undefined)
    return { problems, reason: sentence(message, details) || `${code}, without a node` };
  const classType = asString(class_type) ?? graph[node]?.class_type ?? "";
  const problem = { node, classType, code, message: sentence(message, "") };
  return { problems: [problem], reason: problemText(problem) };
}

function problemText({ node, classType, input, message }: GraphProblem): string {
  return `node ${node} (${classType || "no class"})${input === undefined ? "" : `, ${input}`}: ${message}`;
}

function sentence(message: unknown, details: unknown): string {
  const text = [asString(message), asString(details)].filter(Boolean).join(": ").trim().replace(/\.$/, "");
  return cutText(text, maxMessageLength);
}
