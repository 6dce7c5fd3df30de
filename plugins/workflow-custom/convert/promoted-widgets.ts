// Promoted widgets: widgets that a subgraph node shows instead of the widgets inside the subgraph, and their values.

import { asString } from "@pictor/kernel/plugin";
import { idOrUndefined, listOrEmpty } from "../base/json-fields.js";
import type { EditorNode, Subgraph } from "../editor/editor-graph.js";

type WidgetValuesByName = ReadonlyMap<string, unknown>;

export interface PromotedWidgets {
  /** Values by the name of the subgraph's input. */
  readonly inputs: WidgetValuesByName;
  /** Values by the id of the node inside the subgraph, then by the name of its widget. */
  readonly widgets: ReadonlyMap<string, WidgetValuesByName>;
  /** `[node, widget]` of all promoted widgets, with or without a value. */
  readonly sources: readonly (readonly [node: string, widget: string])[];
}

/** The node id by which the list of promoted widgets refers to the inputs of the subgraph. */
const subgraphInputsId = "-1";

/** Some versions prefix the name of a nested subgraph's widget with the id of its node. */
const withoutNodeIds = (name: string): string => name.replace(/^\s*(?:\d+\s*:\s*)+/, "");

/** The inputs of a subgraph that lead to a widget inside it, in order. */
function inputsWithWidgets({ inputs, inputNodeId, nodes, links }: Subgraph): readonly string[] {
  const withWidgets = new Set(
    [...links.values()].flatMap(({ from, output, to, input }) =>
      from === inputNodeId && nodes.get(to)?.inputs[input]?.widget !== undefined ? [output] : [],
    ),
  );
  return inputs.filter((_, index) => withWidgets.has(index));
}

/** The promoted widgets as the node lists them. A node without a list promotes the inputs that lead to a widget. */
function sourcesOf(node: EditorNode, subgraph: Subgraph): PromotedWidgets["sources"] {
  const listed = node.properties["proxyWidgets"];
  if (!Array.isArray(listed)) return inputsWithWidgets(subgraph).map((name) => [subgraphInputsId, name]);
  return listed.map((entry) => {
    const [id, name] = listOrEmpty(entry);
    return [idOrUndefined(id) ?? "", asString(name) ?? ""];
  });
}

/**
 * The promoted widgets of a subgraph node. If the file has no value for one, the value inside the subgraph remains.
 * `outer` are the values that a surrounding subgraph promotes for the node.
 */
export function promotedWidgetsOf(
  node: EditorNode,
  subgraph: Subgraph,
  outer: WidgetValuesByName = new Map(),
): PromotedWidgets {
  const inputs = new Map<string, unknown>();
  const widgets = new Map<string, Map<string, unknown>>();
  const setValue = (id: string, name: string, value: unknown): void => {
    if (id === subgraphInputsId) inputs.set(name, value);
    else widgets.set(id, (widgets.get(id) ?? new Map<string, unknown>()).set(name, value));
  };
  const sources = sourcesOf(node, subgraph);
  const values = Object.values(node.values) as readonly unknown[];
  const { namedValues = {} } = node;
  for (const [index, [id, name]] of sources.entries()) {
    const isNamed = id === subgraphInputsId && Object.hasOwn(namedValues, name);
    const value = isNamed ? namedValues[name] : values[index];
    if (value !== null && value !== undefined) setValue(id, name, value);
  }
  for (const [outerName, value] of outer) {
    const name = withoutNodeIds(outerName);
    const id = sources.find(([, widget]) => withoutNodeIds(widget) === name)?.[0] ?? "";
    setValue(subgraph.inputs.includes(name) ? subgraphInputsId : id, name, value);
  }
  return { inputs, widgets, sources };
}
