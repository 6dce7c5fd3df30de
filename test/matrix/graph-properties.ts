// Properties that hold for every graph, whichever template and features build it.

import type { Catalog, Graph, WorkflowDraft } from "@pictor/host";
import type { InputValue, Link } from "@pictor/kernel";

const isLink = (value: InputValue): value is Link => Array.isArray(value);
const sourceNodes = (graph: Graph, id: string): readonly string[] =>
  Object.values(graph[id]?.inputs ?? {})
    .filter(isLink)
    .map(([source]) => source);

/** Without use for sampling, the negative prompt stays in the graph for programs that read it from an image's metadata. */
const isNegative = (id: string): boolean => /Neg(_|ativeCLIP_)/.test(id);

/** Nodes on which no output depends: they would never run, so the work of a feature would be lost. */
export function findOrphans({ graph, outputs }: Pick<WorkflowDraft, "graph" | "outputs">): readonly string[] {
  const reached = new Set<string>();
  const queue = [...outputs];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    queue.push(...sourceNodes(graph, id));
  }
  return Object.keys(graph).filter((id) => !reached.has(id) && !isNegative(id));
}

/** The classes of the node at a link and of all nodes that it depends on. */
export function upstreamClasses(graph: Graph, link: InputValue | undefined): ReadonlySet<string> {
  const visited = new Set<string>();
  const queue = link !== undefined && isLink(link) ? [link[0]] : [];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (visited.has(id)) continue;
    visited.add(id);
    queue.push(...sourceNodes(graph, id));
  }
  return new Set([...visited].flatMap((id) => graph[id]?.class_type ?? []));
}

/** Sampler and guider nodes: those that take a model together with conditioning. */
export const findSamplers = (
  graph: Graph,
): readonly (readonly [id: string, inputs: Graph[string]["inputs"]])[] =>
  Object.entries(graph)
    .filter(([, { inputs }]) => "model" in inputs && ("positive" in inputs || "conditioning" in inputs))
    .map(([id, { inputs }]) => [id, inputs]);

/** The number of nodes of a class; `A|B` counts both classes. */
export const countNodes = (graph: Graph, nodeClasses: string): number =>
  Object.values(graph).filter(({ class_type }) => nodeClasses.split("|").includes(class_type)).length;

/** Classes that forks of ComfyUI contain and no known extension provides. */
const forkClasses = new Set(["CUDNNToggleAutoPassthrough"]);

/** Classes outside the core for which the draft requires no extension, so that nothing could install them. */
export function findUnprovidedClasses({ graph, requires }: WorkflowDraft, core: Catalog): readonly string[] {
  const provided = new Set(requires.flatMap(({ nodeClasses }) => nodeClasses));
  const classes = new Set(Object.values(graph).map(({ class_type }) => class_type));
  return [...classes].filter((name) => !core.has(name) && !provided.has(name) && !forkClasses.has(name));
}
