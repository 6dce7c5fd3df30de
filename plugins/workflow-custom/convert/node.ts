// One node of the editor's as the server takes it: values under their names, and connections. Pure.

import type { GraphNode, InputSpec, InputValue, NodeClass } from "@pictor/kernel/plugin";
import { fieldValues, namedValues } from "./field-values.js";
import type { Placed } from "./scope.js";
import type { Source } from "./trace.js";

export interface ConvertedNode {
  readonly node: GraphNode;
  readonly notes: readonly string[];
  /** Set where the node cannot be converted; `node` then has its connections only. */
  readonly problem?: string;
  /** Its class would be enough to convert it. */
  readonly lacksClass?: true;
}

/** A list would be taken for a connection. */
const literal = (value: unknown): InputValue =>
  Array.isArray(value) ? { __value__: value } : (value as InputValue);

const zeros: Readonly<Record<string, InputValue>> = { INT: 0, FLOAT: 0, STRING: "", BOOLEAN: false };

/** What the editor shows in a field that the file has no value for; of its own kinds of field the server wants some. */
const usual = (spec: InputSpec): unknown =>
  spec.default ?? spec.options?.[0] ?? zeros[spec.type] ?? (spec.required ? "" : undefined);

/** The fields' values, with those that a sub-graph around the node shows in their place. */
function valuesOf({ node, scope }: Placed, known: NodeClass | undefined) {
  const shown = scope.around?.promoted.fields.get(node.id) ?? new Map<string, unknown>();
  if (known === undefined) {
    const named = namedValues(node);
    return named && { values: new Map([...named, ...shown]), added: [], left: 0 };
  }
  const { values, fields, left } = fieldValues(node, known);
  const all = new Map(values);
  const added: string[] = [];
  const names = new Set(fields.map(({ name }) => name));
  for (const [name, value] of shown) if (names.has(name)) all.set(name, value);
  for (const spec of fields) {
    if ((all.get(spec.name) ?? undefined) !== undefined) continue;
    const value = usual(spec);
    if (value === undefined) continue;
    if (!all.has(spec.name)) added.push(spec.name);
    all.set(spec.name, value);
  }
  return { values: all, added, left };
}

/** `sources` are what comes in, by the name of the input. */
export function convertNode(
  placed: Placed,
  known: NodeClass | undefined,
  sources: ReadonlyMap<string, Source>,
): ConvertedNode {
  const { node, id } = placed;
  const inputs: Record<string, InputValue> = {};
  const base = { class_type: node.type, inputs, _meta: { title: node.title ?? known?.title ?? node.type } };
  const found = valuesOf(placed, known);
  for (const [name, value] of found?.values ?? [])
    if (value !== undefined && value !== null) inputs[name] = literal(value);
  for (const [name, source] of sources) {
    if (source.kind === "output") inputs[name] = [source.node, source.output];
    else if (source.kind === "value") inputs[name] = literal(source.value);
    else if (source.kind === "wrong")
      return { node: base, notes: [], problem: `its input "${name}": ${source.problem}` };
  }
  if (found === undefined) {
    const count = Object.keys(node.values).length;
    const what = count === 1 ? "the value of its field has" : `the ${count} values of its fields have`;
    return {
      node: base,
      notes: [],
      lacksClass: true,
      problem: `the backend has no node class "${node.type}", and without it ${what} no name`,
    };
  }
  const where = `${id} (${node.type})`;
  const given = found.added.filter((name) => [undefined, "nothing"].includes(sources.get(name)?.kind));
  const notes = [
    ...(given.length === 0 ? [] : [`${where}: not in the file, and set as usual: ${given.join(", ")}.`]),
    ...(found.left === 0 ? [] : [`${where}: ${found.left} of its values belong to no field of the class.`]),
  ];
  return { node: base, notes };
}
