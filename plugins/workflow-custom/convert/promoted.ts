// The fields that a sub-graph's node shows in place of those inside of it, and their values. Pure.

import type { EditorNode, Subgraph } from "../editor/types.js";
import { idOf, itemsOf, textOf } from "../fields.js";

type Values = ReadonlyMap<string, unknown>;

export interface Promoted {
  /** By the name of the sub-graph's input. */
  readonly inputs: Values;
  /** By node inside of it, then by field. */
  readonly fields: ReadonlyMap<string, Values>;
  /** All that it shows of the nodes inside of it, with or without a value: `[node, field]`. */
  readonly shown: readonly (readonly [node: string, field: string])[];
}

/** In the list of shown fields, the id of a sub-graph's own inputs. */
const ownInputs = "-1";

/** Names of shown fields of nested sub-graphs begin with the id of the node that has them, in some versions. */
const withoutIds = (name: string): string => name.replace(/^(?:\s*\d+\s*:\s*)+/, "");

/** The inputs of a sub-graph that a field inside of it is behind, in order. */
function inputsWithFields({ inputs, inputSide, nodes, links }: Subgraph): readonly string[] {
  const behind = new Set(
    [...links.values()].flatMap(({ from, output, to, input }) =>
      from === inputSide && nodes.get(to)?.inputs[input]?.field !== undefined ? [output] : [],
    ),
  );
  return inputs.filter((_, index) => behind.has(index));
}

/** `[node, field]` of each value that the node keeps: as it lists them, or its inputs that have a field. */
function shownFields(
  node: EditorNode,
  subgraph: Subgraph,
): readonly (readonly [node: string, field: string])[] {
  const listed = node.properties["proxyWidgets"];
  if (!Array.isArray(listed)) return inputsWithFields(subgraph).map((name) => [ownInputs, name]);
  return listed.map((entry) => {
    const [id, name] = itemsOf(entry);
    return [idOf(id) ?? "", textOf(name) ?? ""];
  });
}

/**
 * What a sub-graph's node says of the fields inside of it. A value that is not there (a hole, or one that the file leaves
 * to the inside) says nothing. `outer` are the values that a sub-graph around it shows for this node.
 */
export function promotedOf(node: EditorNode, subgraph: Subgraph, outer: Values = new Map()): Promoted {
  const inputs = new Map<string, unknown>();
  const fields = new Map<string, Map<string, unknown>>();
  const put = (id: string, name: string, value: unknown): void => {
    if (id === ownInputs || subgraph.inputs.includes(name)) inputs.set(name, value);
    else fields.set(id, (fields.get(id) ?? new Map<string, unknown>()).set(name, value));
  };
  const shown = shownFields(node, subgraph);
  const values = Object.values(node.values) as readonly unknown[];
  for (const [index, [id, name]] of shown.entries()) {
    const value = values[index];
    if (value === null || value === undefined) continue;
    if (id === ownInputs) inputs.set(name, value);
    else fields.set(id, (fields.get(id) ?? new Map<string, unknown>()).set(name, value));
  }
  for (const [given, value] of outer) {
    const name = withoutIds(given);
    put(shown.find(([, field]) => withoutIds(field) === name)?.[0] ?? "", name, value);
  }
  return { inputs, fields, shown };
}
