// What holds for every graph that a template and add-ons build, whatever they are.

import type { Catalog, Graph, InputValue, Link, WorkflowDraft } from "@pictor/kernel";

const isLink = (value: InputValue): value is Link => Array.isArray(value);
const sourcesOf = (graph: Graph, id: string): readonly string[] =>
  Object.values(graph[id]?.inputs ?? {})
    .filter(isLink)
    .map(([source]) => source);

/** Where the positive prompt alone is sampled, the negative side stays for programs that look for it in a picture. */
const isNegative = (id: string): boolean => /Neg(_|ativeCLIP_)/.test(id);

/** Nodes from which no output is reached: they would never run, so somebody's work is lost. */
export function orphans({ graph, outputs }: Pick<WorkflowDraft, "graph" | "outputs">): readonly string[] {
  const reached = new Set<string>();
  const queue = [...outputs];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    queue.push(...sourcesOf(graph, id));
  }
  return Object.keys(graph).filter((id) => !reached.has(id) && !isNegative(id));
}

/** The classes of a node and of all that it depends on. */
export function classesBehind(graph: Graph, link: InputValue | undefined): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = link !== undefined && isLink(link) ? [link[0]] : [];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    queue.push(...sourcesOf(graph, id));
  }
  return new Set([...seen].flatMap((id) => graph[id]?.class_type ?? []));
}

/** Nodes that use a model with its conditioning: what decides how a picture is sampled. */
export const samplings = (
  graph: Graph,
): readonly (readonly [id: string, inputs: Graph[string]["inputs"]])[] =>
  Object.entries(graph)
    .filter(([, { inputs }]) => "model" in inputs && ("positive" in inputs || "conditioning" in inputs))
    .map(([id, { inputs }]) => [id, inputs]);

/** How many nodes of a class there are; `A|B` counts both. */
export const count = (graph: Graph, nodeClasses: string): number =>
  Object.values(graph).filter(({ class_type }) => nodeClasses.split("|").includes(class_type)).length;

/** Forks of ComfyUI bring this one along; no extension is known for it. */
const ofNoExtension = new Set(["CUDNNToggleAutoPassthrough"]);

/** Classes that are no core classes and for which the draft requires no extension: nobody could install it. */
export function unprovided({ graph, requires }: WorkflowDraft, core: Catalog): readonly string[] {
  const provided = new Set(requires.flatMap(({ nodeClasses }) => nodeClasses));
  const classes = new Set(Object.values(graph).map(({ class_type }) => class_type));
  return [...classes].filter((name) => !core.has(name) && !provided.has(name) && !ofNoExtension.has(name));
}
