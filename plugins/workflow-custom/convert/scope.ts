// Sub-graphs taken apart: every sheet that takes part, with what is around it, and every node that runs.

import type { EditorGraph, EditorNode, Sheet, Subgraph } from "../editor/types.js";
import { promotedOf, type Promoted } from "./promoted.js";
import type { Refusal } from "./types.js";

/** One use of a sheet. */
export interface Scope {
  readonly sheet: Sheet;
  /** Ids of the sub-graphs' nodes around it, each followed by a colon. */
  readonly prefix: string;
  /** The node that it is the inside of; absent for the outermost. */
  readonly around?: {
    readonly scope: Scope;
    readonly node: EditorNode;
    readonly subgraph: Subgraph;
    readonly promoted: Promoted;
  };
}
/** A node on its sheet. */
export interface Placed {
  /** As the server will know it. */
  readonly id: string;
  readonly node: EditorNode;
  readonly scope: Scope;
}
export interface Expanded {
  /** In the file's order; those inside of a sub-graph where its node stands. Muted and bypassed ones are left out. */
  readonly running: readonly Placed[];
  /** The inside of each sub-graph's node, by that node's id. */
  readonly insides: ReadonlyMap<string, Scope>;
  readonly refusals: readonly Refusal[];
}

const isUuid = (type: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(type);

const within = ({ around }: Scope, subgraph: Subgraph): boolean =>
  around !== undefined && (around.subgraph.id === subgraph.id || within(around.scope, subgraph));

const advice = "Open the file in the graph editor, put it right there, and save it again.";

export function expand(graph: EditorGraph): Expanded {
  const running: Placed[] = [];
  const insides = new Map<string, Scope>();
  const refusals: Refusal[] = [];

  const enter = (placed: Placed, subgraph: Subgraph): void => {
    const { id, node, scope } = placed;
    const promoted = promotedOf(node, subgraph, scope.around?.promoted.fields.get(node.id));
    const inside = { sheet: subgraph, prefix: `${id}:`, around: { scope, node, subgraph, promoted } };
    insides.set(id, inside);
    walk(inside);
  };
  const walk = (scope: Scope): void => {
    for (const node of scope.sheet.nodes.values()) {
      if (node.mode !== "always") continue;
      const placed = { id: `${scope.prefix}${node.id}`, node, scope };
      const subgraph = graph.subgraphs.get(node.type);
      if (subgraph === undefined && !isUuid(node.type)) running.push(placed);
      else if (subgraph === undefined) {
        const problem = `its sub-graph ${node.type} is not in the file`;
        refusals.push({ node: placed.id, problem, advice });
      } else if (within(scope, subgraph)) {
        const problem = `the sub-graph "${subgraph.name}" contains itself`;
        refusals.push({ node: placed.id, problem, advice });
      } else enter(placed, subgraph);
    }
  };
  walk({ sheet: graph, prefix: "" });
  return { running, insides, refusals };
}
