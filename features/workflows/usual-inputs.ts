// The inputs of a graph that people change most: prompts, seed, steps, size, model, images.

import { stringifyJson, type Catalog, type Graph, type GraphNode } from "@pictor/kernel";
import {
  findPromptInput,
  findSeedInputs,
  inputSpecOf,
  type NodeInput,
  type PromptSide,
} from "@pictor/workflow-parts/graph-inputs";

/** What an input is for. They are names of settings of the workflows that come along, so that forms keep their values. */
export const usualRoles = [
  ...["prompt", "negative", "image", "model", "seed", "steps", "cfg", "sampler", "scheduler", "denoise"],
  ...["width", "height", "batchSize"],
] as const;
export type UsualRole = (typeof usualRoles)[number];

/** Inputs by their names, in nodes that sample. */
const samplingNames: Readonly<Record<string, UsualRole>> = {
  steps: "steps",
  cfg: "cfg",
  guidance: "cfg",
  sampler_name: "sampler",
  scheduler: "scheduler",
  denoise: "denoise",
};
const sizeNames: Readonly<Record<string, UsualRole>> = {
  width: "width",
  height: "height",
  batch_size: "batchSize",
};
const modelNames: Readonly<Record<string, UsualRole>> = { ckpt_name: "model", unet_name: "model" };

const key = ({ node, input }: NodeInput): string => `${node}.${input}`;

function roleByName(graph: Graph, catalog: Catalog, { node, input }: NodeInput): UsualRole | undefined {
  const nodeClass = catalog.get(graph[node]?.class_type ?? "");
  const outputs = nodeClass?.outputs ?? [];
  if (Object.hasOwn(modelNames, input)) return modelNames[input];
  // A size is that of an empty latent, which takes no image and no latent.
  if (Object.hasOwn(sizeNames, input))
    return outputs.includes("LATENT") && nodeClass?.inputs.every(({ type }) => type === "INT") === true
      ? sizeNames[input]
      : undefined;
  if (Object.hasOwn(samplingNames, input)) return samplingNames[input];
  return nodeClass?.inputs.find(({ name }) => name === input)?.upload === true ? "image" : undefined;
}

/** Whether a sampler goes on from the noise of another one, so that its own seed means nothing. */
const addsNoNoise = (node: GraphNode | undefined): boolean =>
  node?.inputs["add_noise"] === "disable" || node?.inputs["add_noise"] === false;

/**
 * The usual inputs by `NODE.INPUT`. Of several for one role, the first has it; several images all have theirs. Where
 * several texts could be the prompt, or seeds differ, all are usual and none has the role.
 */
export function usualInputs(
  graph: Graph,
  catalog: Catalog,
  inputs: readonly NodeInput[],
): ReadonlyMap<string, UsualRole | undefined> {
  const found = new Map<string, UsualRole | undefined>();
  const sides: readonly (readonly [PromptSide, UsualRole])[] = [
    ["positive", "prompt"],
    ["negative", "negative"],
  ];
  for (const [side, role] of sides) {
    const prompt = findPromptInput(side, { graph, catalog });
    if (prompt.found) found.set(key(prompt.target), role);
  }
  const seeds = findSeedInputs({ graph, catalog }).filter(({ node }) => !addsNoNoise(graph[node]));
  const values = new Set(seeds.map(({ node, input }) => stringifyJson(graph[node]?.inputs[input])));
  // Several seeds with different values are inputs of their own: one seed for all would be another image.
  for (const seed of seeds) found.set(key(seed), values.size === 1 ? "seed" : undefined);
  const taken = new Set(found.values());
  for (const input of inputs) {
    if (found.has(key(input))) continue;
    if (inputSpecOf({ graph, catalog }, input)?.widget?.dynamicPrompts === true)
      found.set(key(input), undefined);
    const role = roleByName(graph, catalog, input);
    if (role === undefined || (taken.has(role) && role !== "image")) continue;
    taken.add(role);
    found.set(key(input), role);
  }
  return found;
}
