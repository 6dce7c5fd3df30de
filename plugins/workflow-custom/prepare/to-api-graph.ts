// Converts the graph of a file to API format. A graph that is in API format already is returned unchanged.

import { nodeClassesIn, type Catalog, type ExtensionRequirement, type Graph } from "@pictor/kernel/plugin";
import type { LeftOut, SubgraphWidget } from "../convert/conversion.js";
import { convertEditorGraph } from "../convert/convert-graph.js";
import { pruneGraph } from "../convert/prune-graph.js";
import { notConvertible } from "../faults.js";
import { hasChoices, resolveDynamicPrompt } from "./dynamic-prompts.js";
import { extensionRequirements, requirementsToConvert } from "./extension-requirements.js";
import type { GraphSource } from "./read-graph-source.js";

export interface ApiGraph {
  readonly graph: Graph;
  readonly subgraphWidgets: readonly SubgraphWidget[];
  /** Whether the seed resolved choices of dynamic prompts. */
  readonly hasChoices: boolean;
  /** Extensions that the classes in the graph require. */
  readonly requires: readonly ExtensionRequirement[];
  /** Notes about the conversion, as sentences for the log. */
  readonly notes: readonly string[];
  /** Values that the graph lacks, although the file has them, of the nodes that an output needs. */
  readonly leftOut: readonly LeftOut[];
}

function resolveDynamicPrompts(
  graph: Graph,
  dynamicPrompts: readonly (readonly [node: string, input: string])[],
  seed: bigint,
): Graph {
  const resolved = { ...graph };
  for (const [id, input] of dynamicPrompts) {
    const node = resolved[id];
    const text = node?.inputs[input];
    if (node === undefined || typeof text !== "string") continue;
    resolved[id] = { ...node, inputs: { ...node.inputs, [input]: resolveDynamicPrompt(text, seed) } };
  }
  return resolved;
}

/**
 * `path` is the path of the file, for messages. `maxNodes` bounds the expanded subgraphs. `now` is the date in file
 * names. `seedOf` returns the seed for dynamic prompts in a converted graph.
 */
export function toApiGraph(
  source: GraphSource,
  catalog: Catalog,
  path: string,
  maxNodes: number,
  now: Date,
  seedOf: (graph: Graph) => bigint,
): ApiGraph {
  if (source.kind === "api")
    return {
      graph: source.graph,
      subgraphWidgets: [],
      hasChoices: false,
      requires: [],
      notes: [],
      leftOut: [],
    };
  const converted = convertEditorGraph(source.graph, catalog, maxNodes, now);
  if (!converted.ok) throw notConvertible(path, converted.refusals, requirementsToConvert(converted));
  const pruned = pruneGraph(converted.graph, catalog);
  const removed = Object.keys(converted.graph).filter((id) => pruned[id] === undefined);
  const removedNotes =
    removed.length === 0 ? [] : [`Nodes were left out, because no output needs them: ${removed.join(", ")}.`];
  const usedClasses = new Set(nodeClassesIn(pruned));
  const isUsed = ({ nodeClass }: { readonly nodeClass: string }): boolean => usedClasses.has(nodeClass);
  return {
    graph: resolveDynamicPrompts(pruned, converted.dynamicPrompts, seedOf(pruned)),
    subgraphWidgets: converted.subgraphWidgets,
    hasChoices: converted.dynamicPrompts.some(([id, input]) => {
      const text = pruned[id]?.inputs[input];
      return typeof text === "string" && hasChoices(text);
    }),
    requires: extensionRequirements(converted.missing.filter(isUsed), converted.present.filter(isUsed)),
    notes: [...converted.notes, ...removedNotes],
    leftOut: [...converted.leftOut].flatMap(([id, one]) => (pruned[id] === undefined ? [] : [one])),
  };
}
