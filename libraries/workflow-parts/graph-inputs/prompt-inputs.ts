// Finds the input of a graph that contains the prompt: the only text on each side of its samplers.

import { isLink, type GraphNode } from "@pictor/kernel/plugin";
import { inputSpecOf, type GraphWithCatalog, type NodeInput } from "./node-input.js";

export type PromptSide = "positive" | "negative";
/** The input of the prompt and its text. If no input was found, `reason` is the end of a sentence. */
export type PromptInput =
  | { readonly found: true; readonly target: NodeInput; readonly text: string }
  | { readonly found: false; readonly reason: string };

const outputTypesOf = (node: GraphNode | undefined, { catalog }: GraphWithCatalog): readonly string[] =>
  catalog.get(node?.class_type ?? "")?.outputs ?? [];

/**
 * Ids of the nodes that are linked to the positive or the negative side of a sampler. Samplers have an input for each
 * side; some guiders name the input differently.
 */
function sourcesOfSamplers(side: PromptSide, cataloged: GraphWithCatalog): readonly string[] {
  return Object.values(cataloged.graph).flatMap((node) => {
    const outputTypes = outputTypesOf(node, cataloged);
    if (outputTypes.includes("CONDITIONING")) return [];
    const isGuider = outputTypes.includes("GUIDER");
    const names = side === "positive" && isGuider ? ["positive", "conditioning", "cond1"] : [side];
    return names.flatMap((name) => {
      const value = node.inputs[name];
      return isLink(value) ? [value[0]] : [];
    });
  });
}

const isText = (target: NodeInput, cataloged: GraphWithCatalog): boolean =>
  inputSpecOf(cataloged, target)?.type === "STRING";

/** Ids of the nodes with a text, in a text input of their own or of a node to which such an input is linked. */
function nodesWithText(cataloged: GraphWithCatalog): ReadonlySet<string> {
  const found = new Set<string>();
  const usersOf = new Map<string, string[]>();
  for (const [node, { inputs }] of Object.entries(cataloged.graph))
    for (const [input, value] of Object.entries(inputs)) {
      if ((typeof value !== "string" && !isLink(value)) || !isText({ node, input }, cataloged)) continue;
      if (typeof value === "string") found.add(node);
      else if (usersOf.get(value[0])?.push(node) === undefined) usersOf.set(value[0], [node]);
    }
  // The iteration reaches what it adds.
  for (const node of found) for (const user of usersOf.get(node) ?? []) found.add(user);
  return found;
}

/**
 * Text inputs of a node that have a value, or text inputs of the nodes to which they are linked. Each node is visited once,
 * because the number of paths through a graph grows exponentially; and without recursion, because a chain can be long.
 */
function textInputsOf(id: string, cataloged: GraphWithCatalog): readonly NodeInput[] {
  const found: NodeInput[] = [];
  const visited = new Set<string>();
  const inputsOf = (node: string): readonly NodeInput[] => {
    if (visited.has(node)) return [];
    visited.add(node);
    const inputs = Object.keys(cataloged.graph[node]?.inputs ?? {}).map((input) => ({ node, input }));
    return inputs.filter((target) => isText(target, cataloged)).reverse();
  };
  const pending = [...inputsOf(id)];
  for (let target = pending.pop(); target !== undefined; target = pending.pop()) {
    const value = cataloged.graph[target.node]?.inputs[target.input];
    if (typeof value === "string") found.push(target);
    if (isLink(value)) pending.push(...inputsOf(value[0]));
  }
  return found;
}

/** Classes whose output does not depend on the prompt of their input. */
const promptRemovers = new Set(["ConditioningZeroOut"]);

/**
 * Ids of the text encoders of the positive or the negative side, found through the nodes that change the conditioning
 * between encoder and sampler.
 */
function encodersOf(
  side: PromptSide,
  cataloged: GraphWithCatalog,
  withText: ReadonlySet<string>,
): ReadonlySet<string> {
  const { graph } = cataloged;
  const encoders = new Set<string>();
  const visited = new Set<string>();
  const pending = [...sourcesOfSamplers(side, cataloged)];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const node = graph[id];
    if (node === undefined || visited.has(id) || promptRemovers.has(node.class_type)) continue;
    visited.add(id);
    const conditioning = Object.entries(node.inputs).flatMap(([name, value]) =>
      isLink(value) && outputTypesOf(graph[value[0]], cataloged)[value[1]] === "CONDITIONING"
        ? [[name, value[0]] as const]
        : [],
    );
    const ofSide = conditioning.filter(([name]) => name === side);
    const sources = ofSide.length > 0 ? ofSide : conditioning;
    if (sources.length > 0) pending.push(...sources.map(([, source]) => source));
    else if (withText.has(id)) encoders.add(id);
  }
  return encoders;
}

/** Finds the input, unless several inputs could contain the prompt. */
export function findPromptInput(side: PromptSide, cataloged: GraphWithCatalog): PromptInput {
  const withText = nodesWithText(cataloged);
  const encoders = encodersOf(side, cataloged, withText);
  const otherEncoders = encodersOf(side === "positive" ? "negative" : "positive", cataloged, withText);
  const [id = "", ...more] = encoders;
  if (encoders.size === 0)
    return { found: false, reason: `no text is connected to the ${side} input of a sampler` };
  if (more.length > 0) {
    const ids = [...encoders].join(", ");
    return {
      found: false,
      reason: `the ${side} inputs of its samplers come from several text nodes: ${ids}`,
    };
  }
  if (otherEncoders.has(id))
    return { found: false, reason: `node ${id} encodes both the positive and the negative prompt` };
  const [target, ...others] = textInputsOf(id, cataloged);
  if (target === undefined || others.length > 0)
    return { found: false, reason: `node ${id} has ${others.length + 1} text inputs` };
  const text = cataloged.graph[target.node]?.inputs[target.input];
  return { found: true, target, text: typeof text === "string" ? text : "" };
}
