// The replies to a graph that is refused, in whole or in part.

import { promptRefusal, type PromptRefusal } from "@pictor/comfyui-protocol";
import { asString, isRecord, upstreamNodes } from "@pictor/kernel/plugin";
import type { GraphProblem, NodeId, PictorError } from "@pictor/kernel/plugin";
import type { Prompt } from "./prompt.js";

/** `node_errors`, in which clients find what is wrong with which input, and which of the outputs need the node. */
export function nodeErrorsOf(
  problems: readonly GraphProblem[],
  { graph, outputs }: Pick<Prompt, "graph" | "outputs">,
): PromptRefusal["node_errors"] {
  const errorOf = ({ node, code, message, input }: GraphProblem): object => {
    const received_value = graph[node]?.inputs[input ?? ""];
    const named = { input_name: input, ...(received_value !== undefined && { received_value }) };
    return { type: code, message, details: input ?? "", extra_info: input === undefined ? {} : named };
  };
  const nodes = [...new Set(problems.map(({ node }) => node))];
  const needing = (id: NodeId): readonly NodeId[] =>
    outputs.filter((output) => upstreamNodes([output], graph).includes(id));
  return Object.fromEntries(
    nodes.map((id) => {
      const own = problems.filter(({ node }) => node === id);
      const class_type = own[0]?.classType ?? "";
      return [id, { class_type, dependent_outputs: needing(id), errors: own.map(errorOf) }];
    }),
  );
}

/** ComfyUI names a class that it lacks in `error`, and not in `node_errors`. */
const isMissingClass = ({ code }: GraphProblem): boolean =>
  code === "missing_node_type" || code === "invalid_prompt";

const isProblem = (value: unknown): value is GraphProblem =>
  isRecord(value) && typeof value["node"] === "string" && typeof value["message"] === "string";

/** The body for a `BACKEND_REFUSED_GRAPH`. */
export function refusalBody(
  { details, message }: PictorError,
  prompt: Pick<Prompt, "graph" | "outputs">,
): PromptRefusal {
  const listed: unknown = details["problems"];
  const problems = Array.isArray(listed) ? (listed as unknown[]).filter(isProblem) : [];
  const missing = problems.find(isMissingClass);
  if (missing !== undefined) {
    const { node, classType } = missing;
    const info = {
      node_id: node,
      class_type: classType,
      node_title: prompt.graph[node]?._meta?.title ?? classType,
    };
    return promptRefusal("missing_node_type", missing.message, `Node ID '#${node}'`, info);
  }
  const [type, text] = ["prompt_outputs_failed_validation", "Prompt outputs failed validation"];
  if (problems.length === 0) return promptRefusal(type, text, asString(details["reason"]) ?? message);
  return { ...promptRefusal(type, text), node_errors: nodeErrorsOf(problems, prompt) };
}
