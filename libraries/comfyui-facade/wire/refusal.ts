// The replies to a graph that is refused, in whole or in part.

import { promptRefusal, type PromptRefusal } from "@pictor/comfyui-protocol";
import { asString, isRecord, upstreamNodes } from "@pictor/kernel/plugin";
import type { GraphProblem, NodeId, PictorError } from "@pictor/kernel/plugin";
import type { Prompt } from "./prompt.js";

/** The most output nodes that a reply names beside an error: a graph may have thousands, and as many errors. */
const maxDependents = 100;

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
  const byNode = new Map<NodeId, GraphProblem[]>();
  for (const problem of problems) {
    const own = byNode.get(problem.node);
    if (own === undefined) byNode.set(problem.node, [problem]);
    else own.push(problem);
  }
  const needs = outputs
    .slice(0, maxDependents)
    .map((output) => ({ output, upstream: new Set(upstreamNodes([output], graph)) }));
  return Object.fromEntries(
    [...byNode].map(([id, own]) => {
      const dependent_outputs = needs.filter(({ upstream }) => upstream.has(id)).map(({ output }) => output);
      return [id, { class_type: own[0]?.classType ?? "", dependent_outputs, errors: own.map(errorOf) }];
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
