// What a server complains about in a graph: the error body of POST /prompt, and the `node_errors` beside a success.

import type { Graph, GraphProblem, NodeId } from "@pictor/kernel/plugin";
import { fieldsOf, itemsOf, textOf, textsOf } from "../fields.js";

/** Longest text of one complaint; lists of allowed values can be endless. Characters. */
const longestText = 300;

/** Every complaint of `node_errors`: node id to `{ class_type, errors: [{ type, message, details, extra_info }] }`. */
export function problemsOf(nodeErrors: unknown, graph: Graph): readonly GraphProblem[] {
  return Object.entries(fieldsOf(nodeErrors)).flatMap(([node, entry]) => {
    const { class_type, errors } = fieldsOf(entry);
    const classType = textOf(class_type) ?? graph[node]?.class_type ?? "";
    return itemsOf(errors).map((error) => problemOf(node, classType, error, graph));
  });
}

function problemOf(node: NodeId, classType: string, error: unknown, graph: Graph): GraphProblem {
  const { type, message, details, extra_info } = fieldsOf(error);
  const { input_name, cycle_nodes } = fieldsOf(extra_info);
  const code = textOf(type) ?? "unknown";
  const known = { node, classType, code };
  switch (code) {
    // Filed under the node that holds a bad link, but with the name of the input of the node behind it.
    case "exception_during_inner_validation":
    case "exception_during_validation":
      return { ...known, ...brokenLink(graph, node), message: sentence(message, details) };
    case "dependency_cycle":
      return { ...known, message: sentence(message, textsOf(cycle_nodes).join(" -> ") || details) };
    default: {
      const input = textOf(input_name);
      const text = sentence(message, details === input ? "" : details);
      return { ...known, ...(input === undefined ? {} : { input }), message: text };
    }
  }
}

/** The input of a node whose link leads to no node of the graph. */
function brokenLink(graph: Graph, node: NodeId): { readonly input?: string } {
  const input = Object.entries(graph[node]?.inputs ?? {}).find(
    ([, value]) => Array.isArray(value) && value.length === 2 && !Object.hasOwn(graph, String(value[0])),
  )?.[0];
  return input === undefined ? {} : { input };
}

/** What a 400 says: its problems, and a reason in words where no node is to blame. */
export interface Refusal {
  readonly reason: string;
  readonly problems: readonly GraphProblem[];
}

/**
 * Reads the body of a 400. Only the first unknown class is named, in `error` and not in `node_errors`: as
 * `extra_info.node_id` since 0.11, before that inside the sentence "Node ID '#12'". Undefined when it is no such body.
 */
export function refusalOf(body: unknown, graph: Graph): Refusal | undefined {
  const { error, node_errors } = fieldsOf(body);
  const { type, message, details, extra_info } = fieldsOf(error);
  const code = textOf(type);
  if (code === undefined) return undefined;
  const problems = problemsOf(node_errors, graph);
  if (problems.length > 0) return { problems, reason: problems.map(problemText).join("; ") };
  const { node_id, class_type } = fieldsOf(extra_info);
  const node = textOf(node_id) ?? /^Node ID '#(.*)'$/s.exec(textOf(details) ?? "")?.[1];
  if (node === undefined) return { problems, reason: sentence(message, details) || unexplained(code) };
  const classType = textOf(class_type) ?? graph[node]?.class_type ?? "";
  const problem = { node, classType, code, message: sentence(message, "") };
  return { problems: [problem], reason: problemText(problem) };
}

/** Older servers say nothing more about a graph whose links go in a circle. */
const unexplained = (code: string): string => `${code}, without naming a node`;

function problemText({ node, classType, input, message }: GraphProblem): string {
  return `node ${node} (${classType || "no class"})${input === undefined ? "" : `, ${input}`}: ${message}`;
}

function sentence(message: unknown, details: unknown): string {
  const text = [textOf(message), textOf(details)].filter(Boolean).join(": ").trim().replace(/\.$/, "");
  return text.length > longestText ? `${text.slice(0, longestText)}...` : text;
}
