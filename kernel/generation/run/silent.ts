// Output nodes that gave no file although the run succeeded: which of them may have had none to give. Pure.

import type { Catalog } from "../../backend/types.js";
import { linksOf } from "../structure.js";
import type { Graph, NodeId } from "../types.js";

/** Types of what a person could write down. */
const written: ReadonlySet<string> = new Set(["STRING", "INT", "FLOAT", "BOOLEAN", "COMBO"]);

/**
 * Whether nothing but words and numbers comes in at a node, so that it may only show them. The record lists files, and
 * not what else a node showed: a node that is given anything more, or nothing, or what nobody knows the type of, counts
 * as one that makes files.
 */
export function mayOnlyShow(id: NodeId, graph: Graph, catalog: Catalog): boolean {
  const types = linksOf(graph[id]).map(
    ([, [from, output]]) => catalog.get(graph[from]?.class_type ?? "")?.outputs[output],
  );
  return types.length > 0 && types.every((type) => type !== undefined && written.has(type));
}
