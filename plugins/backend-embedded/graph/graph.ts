// The prompt graph in API format: nodes by id, links as [source id, output slot].

export interface GraphNode {
  readonly class_type: string;
  readonly inputs: Record<string, unknown>;
}

export type Graph = Readonly<Record<string, GraphNode>>;

/** A link as the executor sees it: source node id (text) and output slot (integer; in Python `true` is 1). */
export type Link = readonly [source: string, slot: number | boolean];

export function isLink(value: unknown): value is Link {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [source, slot] = value as readonly unknown[];
  return typeof source === "string" && (typeof slot === "number" || typeof slot === "boolean");
}

/** The links of one node, in the order in which its inputs are written. */
export function linksOf(node: GraphNode): Link[] {
  return Object.values(node.inputs).filter(isLink);
}
