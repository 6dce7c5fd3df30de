// Expands subgraphs: collects every node that runs, with the sheet that it is on.

import type { Catalog } from "@pictor/kernel/plugin";
import type { EditorGraph, EditorNode, NodeSheet, Subgraph } from "../editor/editor-graph.js";
import type { Refusal } from "./conversion.js";
import { expandGroupNode, groupNodeName, unknownInside } from "./expand-group-node.js";
import { promotedWidgetsOf, type PromotedWidgets } from "./promoted-widgets.js";

/** One use of a sheet: the whole graph, or an instance of a subgraph. */
export interface SheetScope {
  readonly sheet: NodeSheet;
  /** Prefix of node ids: the ids of the subgraph nodes around the sheet, each followed by a colon. */
  readonly prefix: string;
  /** The subgraph node that contains the sheet; absent for the whole graph. */
  readonly parent?: {
    readonly scope: SheetScope;
    readonly node: EditorNode;
    readonly subgraph: Subgraph;
    readonly promoted: PromotedWidgets;
  };
}
/** A node with the sheet that it is on. */
export interface ScopedNode {
  /** Id of the node in the converted graph. */
  readonly id: string;
  readonly node: EditorNode;
  readonly scope: SheetScope;
}
export interface ExpandedGraph {
  /**
   * The nodes that are neither muted nor bypassed, in the order of the file. The nodes of a subgraph replace the
   * subgraph node.
   */
  readonly activeNodes: readonly ScopedNode[];
  /** The inside of each subgraph node, by the id of that node. */
  readonly subgraphScopes: ReadonlyMap<string, SheetScope>;
  readonly refusals: readonly Refusal[];
}

const isUuid = (type: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(type);

const isInside = ({ parent }: SheetScope, subgraph: Subgraph): boolean =>
  parent !== undefined && (parent.subgraph.id === subgraph.id || isInside(parent.scope, subgraph));

const advice = "Open the file in the graph editor, correct the subgraph, and save the file again.";

/**
 * `maxNodes` bounds the nodes that are visited: subgraphs that each contain two of the next one grow exponentially. More of
 * them are a refusal.
 */
export function expandSubgraphs(graph: EditorGraph, catalog: Catalog, maxNodes: number): ExpandedGraph {
  let visited = 0;
  const activeNodes: ScopedNode[] = [];
  const subgraphScopes = new Map<string, SheetScope>();
  const refusals: Refusal[] = [];

  const visitGroupNode = (scopedNode: ScopedNode, name: string): void => {
    const { id, node } = scopedNode;
    const group = graph.groupNodes.get(name);
    const unknown = group && unknownInside(group, catalog);
    if (group === undefined) {
      refusals.push({ node: id, problem: `its group node "${name}" is not in the file`, advice });
    } else if (unknown !== undefined) {
      const problem = `the group node "${name}" contains "${unknown.type}", without which its values have no name`;
      refusals.push({ node: id, problem, advice: "Install the extension that provides the class." });
    } else {
      const { subgraph, promoted } = expandGroupNode(node, name, group, catalog);
      visitInside(scopedNode, subgraph, promoted);
    }
  };
  const visitSubgraph = (scopedNode: ScopedNode, subgraph: Subgraph): void => {
    const { node, scope } = scopedNode;
    const promoted = promotedWidgetsOf(node, subgraph, scope.parent?.promoted.widgets.get(node.id));
    visitInside(scopedNode, subgraph, promoted);
  };
  const visitInside = (
    { id, node, scope }: ScopedNode,
    subgraph: Subgraph,
    promoted: PromotedWidgets,
  ): void => {
    const parent = { scope, node, subgraph, promoted };
    const inside: SheetScope = { sheet: subgraph, prefix: `${id}:`, parent };
    subgraphScopes.set(id, inside);
    visitSheet(inside);
  };
  const visitSheet = (scope: SheetScope): void => {
    for (const node of scope.sheet.nodes.values()) {
      if (++visited > maxNodes) return;
      if (node.mode !== "always") continue;
      const id = `${scope.prefix}${node.id}`;
      const subgraph = graph.subgraphs.get(node.type);
      const group = catalog.has(node.type) ? undefined : groupNodeName(node.type);
      if (group !== undefined) visitGroupNode({ id, node, scope }, group);
      else if (subgraph === undefined && !isUuid(node.type)) activeNodes.push({ id, node, scope });
      else if (subgraph === undefined) {
        const problem = `its subgraph ${node.type} is not in the file`;
        refusals.push({ node: id, problem, advice });
      } else if (isInside(scope, subgraph)) {
        const problem = `the subgraph "${subgraph.name}" contains itself`;
        refusals.push({ node: id, problem, advice });
      } else visitSubgraph({ id, node, scope }, subgraph);
    }
  };
  visitSheet({ sheet: graph, prefix: "" });
  if (visited > maxNodes) {
    const problem = `its subgraphs have more than ${maxNodes} nodes in all, which is the limit`;
    refusals.push({ problem, advice: "Raise the setting limits.graphNodes of the configuration." });
  }
  return { activeNodes, subgraphScopes, refusals };
}
