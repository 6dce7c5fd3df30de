// What must hold for every draft, whatever has built it.

import { isDeepStrictEqual } from "node:util";
import type { Catalog, Graph, InputValue, Link, WorkflowDraft } from "@pictor/kernel";

const isLink = (value: InputValue): value is Link => Array.isArray(value);

/**
 * Nodes on which no output depends: they never run. A conditioning that a model does not use, such as that of a negative
 * prompt, stays in the graph for programs that read it from an image's metadata.
 */
export function idleNodes(
  { graph, outputs }: Pick<WorkflowDraft, "graph" | "outputs">,
  catalog: Catalog,
): readonly string[] {
  const isConditioning = (id: string): boolean =>
    catalog.get(graph[id]?.class_type ?? "")?.outputs.join() === "CONDITIONING";
  const reached = new Set<string>();
  const queue = [...outputs, ...Object.keys(graph).filter(isConditioning)];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    queue.push(
      ...Object.values(graph[id]?.inputs ?? {})
        .filter(isLink)
        .map(([source]) => source),
    );
  }
  return Object.keys(graph).filter((id) => !reached.has(id));
}

/** A sentence about outputs that are none. */
export function outputProblem({ graph, outputs }: WorkflowDraft, catalog: Catalog): string | undefined {
  if (outputs.length === 0) return "the draft has no outputs; name the node that saves the image";
  const wrong = outputs.find((id) => catalog.get(graph[id]?.class_type ?? "")?.isOutput === false);
  return wrong === undefined
    ? undefined
    : `the output ${wrong} (${graph[wrong]?.class_type ?? ""}) is no output node, so the server would not run it`;
}

/** `node.input` of each literal that differs, with both values; undefined if nodes, classes or links differ. */
export function literalDifferences(
  one: Graph,
  other: Graph,
): readonly (readonly [place: string, before: InputValue, after: InputValue])[] | undefined {
  if (Object.keys(one).sort().join() !== Object.keys(other).sort().join()) return undefined;
  const found: (readonly [string, InputValue, InputValue])[] = [];
  for (const [id, node] of Object.entries(one)) {
    const next = other[id]?.inputs ?? {};
    const names = Object.keys(node.inputs);
    if (node.class_type !== other[id]?.class_type || names.join() !== Object.keys(next).join())
      return undefined;
    for (const [name, before] of Object.entries(node.inputs)) {
      const after = next[name] as InputValue;
      if (isDeepStrictEqual(before, after)) continue;
      if (isLink(before) || isLink(after)) return undefined;
      found.push([`${id}.${name}`, before, after]);
    }
  }
  return found;
}

/** The first node of `before` that `after` has changed or lacks. */
export const changedNode = (before: WorkflowDraft, after: WorkflowDraft): string | undefined =>
  Object.entries(before.graph).find(([id, node]) => {
    const next = after.graph[id];
    return (
      next?.class_type !== node.class_type ||
      Object.entries(node.inputs).some(([name, value]) => !isDeepStrictEqual(next.inputs[name], value))
    );
  })?.[0];
