// The prompt graph in API format: nodes by id, links as [source id, output slot].

export interface GraphNode {
  readonly class_type: string;
  readonly inputs: Record<string, unknown>;
}

export type Graph = Readonly<Record<string, GraphNode>>;

/** A link: the id of the source node, and the slot of its output. In Python `true` counts as 1. */
export type Link = readonly [source: string, slot: number | boolean];

export function isLink(value: unknown): value is Link {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [source, slot] = value as readonly unknown[];
  return typeof source === "string" && (typeof slot === "number" || typeof slot === "boolean");
}

/** The ids of the nodes to which a node's inputs link, in the order of the inputs. */
export const sourcesOf = (node: GraphNode): string[] =>
  Object.values(node.inputs)
    .filter(isLink)
    .map(([source]) => source);
