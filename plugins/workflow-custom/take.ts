// The graph of a file, ready to be bound: the editor's converted, one in API format as it is. Pure.

import type { Catalog, ExtensionRequirement, Graph } from "@pictor/kernel/plugin";
import { makeChoices } from "./choices.js";
import { convert } from "./convert/convert.js";
import { neededNodes } from "./convert/prune.js";
import type { ShownField } from "./convert/types.js";
import { notConvertible } from "./faults.js";
import type { GraphSource } from "./read-source.js";
import { requirementsBehind, requirementsOf } from "./requires.js";

export interface Taken {
  readonly graph: Graph;
  readonly shown: readonly ShownField[];
  /** Of the classes that are used. */
  readonly requires: readonly ExtensionRequirement[];
  /** Sentences. */
  readonly notes: readonly string[];
}

/** Each text in which the editor makes choices, with them made. */
function withChoices(graph: Graph, choosing: readonly (readonly [string, string])[], seed: bigint): Graph {
  const made = { ...graph };
  for (const [id, input] of choosing) {
    const node = made[id];
    const text = node?.inputs[input];
    if (node === undefined || typeof text !== "string") continue;
    made[id] = { ...node, inputs: { ...node.inputs, [input]: makeChoices(text, seed) } };
  }
  return made;
}

/** `file` is the path for messages; `seedOf` gives the seed that makes the choices. */
export function take(
  source: GraphSource,
  catalog: Catalog,
  file: string,
  seedOf: (graph: Graph) => bigint,
): Taken {
  if (source.kind === "api") return { graph: source.graph, shown: [], requires: [], notes: [] };
  const converted = convert(source.graph, catalog);
  if (!converted.ok) throw notConvertible(file, converted.refusals, requirementsBehind(converted));
  const needed = neededNodes(converted.graph, catalog);
  const left = Object.keys(converted.graph).filter((id) => needed[id] === undefined);
  const leftOut = left.length === 0 ? [] : [`Left out, as no output needs them: ${left.join(", ")}.`];
  const used = new Set(Object.values(needed).map(({ class_type: name }) => name));
  const isUsed = ({ nodeClass }: { readonly nodeClass: string }): boolean => used.has(nodeClass);
  return {
    graph: withChoices(needed, converted.choosing, seedOf(needed)),
    shown: converted.shown,
    requires: requirementsOf(converted.missing.filter(isUsed), converted.present.filter(isUsed)),
    notes: [...converted.notes, ...leftOut],
  };
}
