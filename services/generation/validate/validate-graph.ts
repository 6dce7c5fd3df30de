// Checks a graph against a backend's catalog before it is submitted. Pure; every problem is named, not just the first.

import {
  type Catalog,
  type InputSpec,
  type NodeClass,
  type PictorError,
  didYouMean,
  type Graph,
  type GraphNode,
  type NodeId,
  type WorkflowDraft,
} from "@pictor/kernel";
import { checkInput, type Finding } from "./check-input.js";
import { neededNodes, structureProblems } from "./check-structure.js";
import { wrongAt } from "./graph-errors.js";

/** A required input that is not there: under another name, perhaps. */
function checkMissing({ name }: InputSpec, node: GraphNode, known: NodeClass): Finding | undefined {
  const given = Object.keys(node.inputs);
  // Dynamic inputs are written flattened, `images.image0`; their minimum is the server's business.
  if (given.some((input) => input.startsWith(`${name}.`))) return undefined;
  const own = new Set(known.inputs.map((spec) => spec.name));
  const near = didYouMean(
    name,
    given.filter((input) => !own.has(input)),
  );
  const instead = near === "" ? "" : near.replace("Did you mean", "It was given").replace("?", ".");
  return ["it is missing", `The server applies no defaults.${instead}`];
}

function* checkNode(
  node: GraphNode,
  known: NodeClass,
  { graph, inputs }: WorkflowDraft,
  catalog: Catalog,
): Generator<readonly [input: string, finding: Finding]> {
  for (const spec of known.inputs) {
    const value = node.inputs[spec.name];
    // A file that the job brings along is offered when it is there.
    if (inputs.some((file) => file.name === value)) continue;
    const finding =
      value !== undefined
        ? checkInput(value, spec, graph, catalog)
        : spec.required
          ? checkMissing(spec, node, known)
          : undefined;
    if (finding !== undefined) yield [spec.name, finding];
  }
}

/** Classes of the graph that the catalog does not know. */
export const unknownClasses = (graph: Graph, catalog: Catalog): readonly string[] => [
  ...new Set(
    Object.values(graph)
      .map((node) => node.class_type)
      .filter((name) => !catalog.has(name)),
  ),
];

/** Unknown classes for which the nearest known one is looked up: in a long catalog that takes a millisecond each. */
const maxAdvised = 20;

/** Where the server begins; anywhere in a graph that it refuses for having no such place. */
function endsOf({ graph, outputs }: WorkflowDraft, catalog: Catalog): readonly NodeId[] {
  const all = Object.keys(graph);
  // A class that is not known may be one that makes files.
  const ends = all.filter(
    (id) => outputs.includes(id) || catalog.get(graph[id]?.class_type ?? "")?.isOutput !== false,
  );
  return ends.length > 0 ? ends : all;
}

/**
 * Every problem of a draft's graph: its structure first, then its values. As the server does, it looks at the class of
 * every node, and at the inputs of those that an output node needs. A message names the user's setting where the
 * template knows it, else node and input.
 */
export function validateGraph(draft: WorkflowDraft, catalog: Catalog): readonly PictorError[] {
  const { graph } = draft;
  const needed = neededNodes(endsOf(draft, catalog), graph);
  const isNeeded = new Set(needed);
  const advised = new Map(
    unknownClasses(graph, catalog)
      .slice(0, maxAdvised)
      .map((name) => [name, didYouMean(name, catalog.keys())]),
  );
  const ofNodes = Object.entries(graph).flatMap(([id, node]) => {
    const classType = node.class_type;
    const known = catalog.get(classType);
    if (known === undefined) {
      const problem = `the backend has no node class "${classType}"`;
      const advice = `Install the extension that provides it.${advised.get(classType) ?? ""}`;
      return [wrongAt({ node: id, classType: "" }, problem, advice, draft)];
    }
    if (!isNeeded.has(id)) return [];
    return [...checkNode(node, known, draft, catalog)].map(([input, [problem, advice]]) =>
      wrongAt({ node: id, classType, input }, problem, advice, draft),
    );
  });
  return [...structureProblems(graph, needed), ...ofNodes];
}
