// Converts a node of the editor to API format: widget values and links become named inputs.

import type { GraphNode, InputSpec, InputValue, NodeClass } from "@pictor/kernel/plugin";
import type { ScopedNode } from "./expand-subgraphs.js";
import type { InputSource } from "./trace-links.js";
import { widgetValues, widgetValuesWithoutClass } from "./widget-values.js";

export interface ConvertedNode {
  readonly node: GraphNode;
  readonly notes: readonly string[];
  /** Why the node cannot be converted, as the end of a sentence; `node` then has links only. */
  readonly problem?: string;
  /** Set if the node could be converted once its class is known. */
  readonly lacksClass?: true;
}

/** Wraps a list, because the server would take a bare list for a link. */
const literal = (value: unknown): InputValue =>
  Array.isArray(value) ? { __value__: value } : (value as InputValue);

const emptyValues: Readonly<Record<string, InputValue>> = { INT: 0, FLOAT: 0, STRING: "", BOOLEAN: false };

/** The value that the editor shows in a widget without a value. */
const defaultValue = (input: InputSpec): unknown =>
  input.default ?? input.options?.[0] ?? emptyValues[input.type] ?? (input.required ? "" : undefined);

/** The widget values, replaced by values that the surrounding subgraph node promotes. */
function valuesOf({ node, scope }: ScopedNode, nodeClass: NodeClass | undefined) {
  const promoted = scope.parent?.promoted.widgets.get(node.id) ?? new Map<string, unknown>();
  if (nodeClass === undefined) {
    const named = widgetValuesWithoutClass(node);
    return named && { values: new Map([...named, ...promoted]), defaulted: [], unassigned: 0 };
  }
  const assigned = widgetValues(node, nodeClass);
  const values = new Map(assigned.values);
  const defaulted: string[] = [];
  const names = new Set(assigned.inputs.map(({ name }) => name));
  for (const [name, value] of promoted) if (names.has(name)) values.set(name, value);
  for (const input of assigned.inputs) {
    if ((values.get(input.name) ?? undefined) !== undefined) continue;
    const value = defaultValue(input);
    if (value === undefined) continue;
    if (!values.has(input.name)) defaulted.push(input.name);
    values.set(input.name, value);
  }
  return { values, defaulted, unassigned: assigned.unassigned };
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
  const found = valuesOf(scopedNode, nodeClass);
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
    return {
      node: converted,
      notes: [],
      lacksClass: true,
      problem: `the backend has no node class "${node.type}", without which ${values} no name`,
    };
  }
  const defaulted = found.defaulted.filter((name) => [undefined, "none"].includes(sources.get(name)?.kind));
  const label = `Node ${id} (${node.type})`;
  const notes = [
    ...(defaulted.length === 0
      ? []
      : [`${label}: the file has no value for ${defaulted.join(", ")}; the default was used.`]),
    ...(found.unassigned === 0
      ? []
      : [`${label}: ${found.unassigned} of its values belong to no widget of its class and were left out.`]),
  ];
  return { node: converted, notes };
}
