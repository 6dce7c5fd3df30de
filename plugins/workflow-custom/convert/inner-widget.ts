// The widget inside a subgraph whose value an input of the subgraph node shows.

import type { Catalog } from "@pictor/kernel/plugin";
import type { EditorLink, NodeSheet } from "../editor/editor-graph.js";
import type { ExpandedGraph, SheetScope } from "./expand-subgraphs.js";
import { nodeValues } from "./node-values.js";

interface InnerWidget {
  /** The link from the input of the subgraph to the widget. */
  readonly link: EditorLink;
  readonly value: unknown;
}
type SubgraphScopes = ExpandedGraph["subgraphScopes"];

/** The links of an input of the subgraph, in the order that the file lists. */
function linksOfInput({ sheet, parent }: SheetScope, index: number): readonly EditorLink[] {
  const links = [...sheet.links.values()].filter(
    ({ from, output }) => from === parent?.subgraph.inputNodeId && output === index,
  );
  const order = parent?.subgraph.inputLinks[index] ?? [];
  return links.sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
}

const inputOf = ({ nodes }: NodeSheet, { id, to, input }: EditorLink) =>
  nodes.get(to)?.inputs.find(({ link }) => link === id) ?? nodes.get(to)?.inputs[input];

/** The value of the widget to which a link inside the subgraph leads; undefined if it leads to none. */
function widgetValue(scope: SheetScope, link: EditorLink, scopes: SubgraphScopes, catalog: Catalog): unknown {
  const node = scope.sheet.nodes.get(link.to);
  const input = inputOf(scope.sheet, link);
  if (node === undefined || input === undefined) return undefined;
  const nested = scopes.get(`${scope.prefix}${node.id}`);
  if (nested?.parent !== undefined) {
    const { promoted, subgraph } = nested.parent;
    if (promoted.inputs.has(input.name)) return promoted.inputs.get(input.name);
    return firstInnerWidget(nested, subgraph.inputs.indexOf(input.name), scopes, catalog)?.value;
  }
  const nodeClass = catalog.get(node.type);
  const name = input.widget ?? input.name;
  const isWidget =
    nodeClass === undefined
      ? input.widget !== undefined
      : nodeClass.inputs.some((each) => each.name === name && each.widget !== undefined);
  return isWidget ? nodeValues({ node, scope }, nodeClass)?.values.get(name) : undefined;
}

/** The first widget to which an input of a subgraph leads, also through nested subgraphs. */
export function firstInnerWidget(
  inside: SheetScope,
  index: number,
  scopes: SubgraphScopes,
  catalog: Catalog,
): InnerWidget | undefined {
  for (const link of linksOfInput(inside, index)) {
    const value = widgetValue(inside, link, scopes, catalog);
    if (value !== undefined && value !== null) return { link, value };
  }
  return undefined;
}
