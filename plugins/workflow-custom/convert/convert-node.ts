// Converts a node of the editor to API format: widget values and links become named inputs.

import type { GraphNode, InputValue, NodeClass } from "@pictor/kernel/plugin";
import { choiceIndex, isCustomCombo } from "./custom-combo.js";
import type { LeftOut } from "./conversion.js";
import type { ScopedNode } from "./expand-subgraphs.js";
import { renderingViewer } from "./model-viewer.js";
import { nodeValues, type NodeValues } from "./node-values.js";
import type { InputSource } from "./trace-links.js";

export interface ConvertedNode {
  readonly node: GraphNode;
  readonly notes: readonly string[];
  /** Values that belong to no widget of the class. */
  readonly leftOut?: LeftOut;
  /** Why the node cannot be converted, as the end of a sentence. If set, `node` has links but no values. */
  readonly problem?: string;
  /** True if the node could be converted once its class is known. */
  readonly lacksClass?: true;
}

/** Wraps a list in an object, because the server would take a bare list for a link. */
const literal = (value: unknown): InputValue =>
  Array.isArray(value) ? { __value__: value } : (value as InputValue);

/** The index of a CustomCombo: the choice that reaches the node through the subgraph around it, else its own. */
function chosenIndex({ values }: NodeValues, choice: InputSource | undefined): number {
  return choiceIndex(choice?.kind === "value" ? choice.value : values.get("choice"), values);
}

/** `sources` has the source of each linked input, by its name. */
export function convertNode(
  scopedNode: ScopedNode,
  nodeClass: NodeClass | undefined,
  sources: ReadonlyMap<string, InputSource>,
): ConvertedNode {
  const { node, id } = scopedNode;
  const inputs: Record<string, InputValue> = {};
  const title = node.title ?? nodeClass?.title ?? node.type;
  const converted = { class_type: node.type, inputs, _meta: { title } };
  const found = nodeValues(scopedNode, nodeClass);
  for (const [name, value] of found?.values ?? [])
    if (value !== undefined && value !== null) inputs[name] = literal(value);
  for (const [name, source] of sources) {
    if (source.kind === "output") inputs[name] = [source.node, source.output];
    else if (source.kind === "value") inputs[name] = literal(source.value);
    else if (source.kind === "invalid")
      return { node: converted, notes: [], problem: `its input "${name}": ${source.problem}` };
  }
  if (found === undefined) {
    const count = Object.keys(node.values).length;
    const values = count === 1 ? "the value of its widget has" : `the ${count} values of its widgets have`;
    const unknown =
      count === 0 ? "the values of its widgets, which the file lacks, are unknown" : `${values} no name`;
    return {
      node: converted,
      notes: [],
      lacksClass: true,
      problem: `the backend has no node class "${node.type}", without which ${unknown}`,
    };
  }
  if (nodeClass !== undefined && isCustomCombo(nodeClass.name))
    inputs["index"] = chosenIndex(found, sources.get("choice"));
  const viewer = nodeClass && renderingViewer(nodeClass);
  if (viewer !== undefined && !sources.has(viewer.name)) {
    const problem = `its "${viewer.name}" is a picture of the model, which only the graph editor renders`;
    return { node: converted, notes: [], problem };
  }
  const [misfit] = found.misfits.filter(({ name }) => sources.get(name)?.kind !== "output");
  if (misfit !== undefined) {
    const problem = `its input "${misfit.name}" takes a text, and the file has an object there`;
    return { node: converted, notes: [], problem };
  }
  const defaulted = found.defaulted.filter((name) => [undefined, "none"].includes(sources.get(name)?.kind));
  const label = `Node ${id} (${node.type})`;
  const notes = [
    ...[...sources.values()].flatMap((source) =>
      source.kind === "none" && source.note !== undefined ? [`${label}: ${source.note}`] : [],
    ),
    ...(defaulted.length === 0
      ? []
      : [`${label}: the file has no value for ${defaulted.join(", ")}; the default was used.`]),
  ];
  return found.unassigned.length === 0
    ? { node: converted, notes }
    : { node: converted, notes, leftOut: { label, values: found.unassigned } };
}
