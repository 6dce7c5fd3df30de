// A group node as a subgraph, with the values of its widgets.

import type { Catalog, InputSpec, NodeClass } from "@pictor/kernel/plugin";
import type { EditorInput, EditorLink, EditorNode, GroupNode, Subgraph } from "../editor/editor-graph.js";
import { groupNodeSlots, type GroupNodeSlots } from "./group-node-slots.js";
import type { PromotedWidgets } from "./promoted-widgets.js";
import { virtualNodeKind } from "./virtual-nodes.js";
import { widgetValues } from "./widget-values.js";

/** The name of a group node; undefined for other types of nodes. */
export const groupNodeName = (type: string): string | undefined => /^workflow[>/](.*)$/.exec(type)?.[1];

/**
 * The first node of the group with a class that the catalog lacks. Without the description of that class, the widgets
 * of the group node are unknown.
 */
export const unknownInside = (group: GroupNode, catalog: Catalog): EditorNode | undefined =>
  group.nodes.find((node) => !catalog.has(node.type) && virtualNodeKind(node, catalog) === undefined);

const inputNodeId = "-10";
const outputNodeId = "-20";

function linksOf({ inputs, outputs }: GroupNodeSlots, group: GroupNode): readonly EditorLink[] {
  const positionOf = (node: string, input: string): number =>
    group.nodes.find(({ id }) => id === node)?.inputs.findIndex(({ name }) => name === input) ?? -1;
  return [
    ...group.links,
    ...inputs.map(({ target: { node: to, input } }, output) => ({
      id: `input${output}`,
      from: inputNodeId,
      output,
      to,
      input: positionOf(to, input),
    })),
    ...outputs.map(({ node: from, output }, input) => ({
      id: `output${input}`,
      from,
      output,
      to: outputNodeId,
      input,
    })),
  ];
}

/**
 * The node with its links inside the group. The file has the links that the node had in the graph from which the group
 * was made.
 */
function relinked({ inputs, ...node }: EditorNode, slots: GroupNodeSlots, links: readonly EditorLink[]) {
  const innerLink = (index: number): string | undefined =>
    links.find(({ from, to, input }) => from !== inputNodeId && to === node.id && input === index)?.id;
  const groupLink = (name: string): string | undefined => {
    const index = slots.inputs.findIndex(({ target }) => target.node === node.id && target.input === name);
    return index === -1 ? undefined : `input${index}`;
  };
  const missing: readonly EditorInput[] = slots.inputs
    .filter(({ target }) => target.node === node.id && !inputs.some(({ name }) => name === target.input))
    .map(({ target }) => ({ name: target.input, type: "*" }));
  return {
    ...node,
    inputs: [...inputs, ...missing].map(({ link: _link, ...input }, index) => {
      const link = innerLink(index) ?? groupLink(input.name);
      return { ...input, ...(link !== undefined && { link }) };
    }),
  };
}

function groupSubgraph(type: string, name: string, group: GroupNode, slots: GroupNodeSlots): Subgraph {
  const links = linksOf(slots, group);
  return {
    id: type,
    name,
    inputs: slots.inputs.map((input) => input.name),
    inputLinks: slots.inputs.map((_, index) => [`input${index}`]),
    outputs: slots.outputs.map(({ node, output }) => `${node}:${output}`),
    inputNodeId,
    outputNodeId,
    nodes: new Map(group.nodes.map((node) => [node.id, relinked(node, slots, links)])),
    links: new Map(links.map((link) => [link.id, link])),
  };
}

/** The file has a value for the button of each upload if it has one value more for each upload. */
function withUploadButtons(specs: readonly InputSpec[], valueCount: number): readonly InputSpec[] {
  const uploads = specs.filter(({ lenient }) => lenient === true).length;
  const controls = specs.filter(({ widget }) => widget?.controlAfterGenerate === true).length;
  if (uploads === 0 || valueCount !== specs.length + controls + uploads) return specs;
  const button = (index: number): InputSpec => ({
    name: `button ${index}`,
    required: true,
    type: "STRING",
    widget: {},
  });
  return specs.flatMap((spec, index) => (spec.lenient === true ? [spec, button(index)] : [spec]));
}

function promotedOf(node: EditorNode, { widgets }: GroupNodeSlots): PromotedWidgets {
  const count = Object.keys(node.values).length;
  const shown = widgets.map(({ spec }) => spec);
  const specs = withUploadButtons(shown, count).map(({ lenient: _lenient, ...spec }): InputSpec => spec);
  const nodeClass: NodeClass = { name: node.type, inputs: specs, outputs: [], isOutput: false };
  const { values } = widgetValues(node, nodeClass);
  const promoted = new Map<string, Map<string, unknown>>();
  for (const { spec, target } of widgets) {
    const value = values.get(spec.name);
    if (value === undefined || value === null) continue;
    const ofNode = promoted.get(target.node) ?? new Map<string, unknown>();
    promoted.set(target.node, ofNode.set(target.input, value));
  }
  return {
    inputs: new Map(),
    widgets: promoted,
    sources: widgets.map(({ target }) => [target.node, target.input] as const),
  };
}

/** The subgraph that the group node stands for, and the values of its widgets. The ids of the nodes inside are positions. */
export function expandGroupNode(
  node: EditorNode,
  name: string,
  group: GroupNode,
  catalog: Catalog,
): { readonly subgraph: Subgraph; readonly promoted: PromotedWidgets } {
  const slots = groupNodeSlots(group, catalog);
  return { subgraph: groupSubgraph(node.type, name, group, slots), promoted: promotedOf(node, slots) };
}
