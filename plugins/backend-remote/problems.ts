// What a server complains about in a graph: the error body of POST /prompt, and the `node_errors` beside a success.

import type { Graph, GraphProblem, NodeId } from "@pictor/kernel/plugin";
import { fieldsOf, itemsOf, textOf } from "./fields.js";

/** Longest text of one complaint; lists of allowed values can be endless. Characters. */
const longestText = 300;

/** Every complaint of `node_errors`: node id to `{ class_type, errors: [{ type, message, details, extra_info }] }`. */
export function problemsOf(nodeErrors: unknown): readonly GraphProblem[] {
  return Object.entries(fieldsOf(nodeErrors)).flatMap(([node, entry]) => {
    const { class_type, errors } = fieldsOf(entry);
    return itemsOf(errors).map((error) => problemOf(node, textOf(class_type) ?? "", error));
  });
}

function problemOf(node: NodeId, classType: string, error: unknown): GraphProblem {
  const { type, message, details, extra_info } = fieldsOf(error);
  const code = textOf(type) ?? "unknown";
  // This kind is filed under the node with the bad link, but names the input of the node behind it.
  const input =
    code === "exception_during_inner_validation" ? undefined : textOf(fieldsOf(extra_info)["input_name"]);
  const text = sentence(message, details === input ? "" : details);
  return { node, classType, ...(input === undefined ? {} : { input }), code, message: text };
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
  const error = fieldsOf(body)["error"];
  const { type, message, details, extra_info } = fieldsOf(error);
  const code = textOf(type);
  if (code === undefined) return undefined;
  const problems = problemsOf(fieldsOf(body)["node_errors"]);
  if (problems.length > 0) return { problems, reason: problems.map(problemText).join("; ") };
  const node =
    textOf(fieldsOf(extra_info)["node_id"]) ?? /^Node ID '#(.*)'$/s.exec(textOf(details) ?? "")?.[1];
  if (node === undefined) return { problems, reason: sentence(message, details) };
  const classType = textOf(fieldsOf(extra_info)["class_type"]) ?? graph[node]?.class_type ?? "";
  const problem = { node, classType, code, message: sentence(message, "") };
  return { problems: [problem], reason: problemText(problem) };
}

function problemText({ node, classType, input, message }: GraphProblem): string {
  return `node ${node} (${classType || "no class"})${input === undefined ? "" : `, ${input}`}: ${message}`;
}

function sentence(message: unknown, details: unknown): string {
  const text = [textOf(message), textOf(details)].filter(Boolean).join(": ").trim().replace(/\.$/, "");
  return text.length > longestText ? `${text.slice(0, longestText)}...` : text;
}
