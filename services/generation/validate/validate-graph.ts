// Checks a graph against a backend's catalog before it is submitted. Returns all problems. Pure.

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
import { checkInput, type Coverage, type InputProblem } from "./check-input.js";
import { upstreamNodes, structureProblems } from "./check-structure.js";
import { graphError } from "./graph-errors.js";

/**
 * Whether a graph has values for a dynamic input, under names such as `images.image0`. The server checks their number.
 */
const isGrown = ({ name }: InputSpec, node: GraphNode): boolean =>
  Object.keys(node.inputs).some((input) => input.startsWith(`${name}.`));

/** Returns the problem of a missing required input, with the misspelt name under which it may have been given. */
function checkMissing({ name }: InputSpec, node: GraphNode, known: NodeClass): InputProblem {
  const given = Object.keys(node.inputs);
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
  coverage: Coverage,
): Generator<readonly [input: string, finding: InputProblem]> {
  for (const spec of known.inputs) {
    const value = node.inputs[spec.name];
    // A file that the job will upload is not among the options of the input yet.
    if (inputs.some((file) => file.name === value)) continue;
    const finding =
      value !== undefined
        ? checkInput(value, spec, { graph, catalog, coverage })
        : spec.required && !isGrown(spec, node)
          ? checkMissing(spec, node, known)
          : undefined;
    if (finding !== undefined) yield [spec.name, finding];
    const chosen = spec.dynamicInputs?.find((choice) => choice.value === value)?.inputs ?? [];
    for (const added of chosen) {
      // The server does not check whether a choice within another one is made.
      if (!added.required || added.dynamicInputs !== undefined || node.inputs[added.name] !== undefined)
        continue;
      yield [added.name, checkMissing(added, node, known)];
    }
  }
}

/** Node classes of the graph that are not in the catalog. */
export const unknownClasses = (graph: Graph, catalog: Catalog): readonly string[] => [
  ...new Set(
    Object.values(graph)
      .map((node) => node.class_type)
      .filter((name) => !catalog.has(name)),
  ),
];

/** The most unknown classes for which a suggestion is searched, which takes a millisecond each in a long catalog. */
const maxSuggestions = 20;

/** The output nodes, from which the server starts; all nodes if there is no output node. */
function executionRoots({ graph, outputs }: WorkflowDraft, catalog: Catalog): readonly NodeId[] {
  const all = Object.keys(graph);
  // An unknown class may be an output node.
  const roots = all.filter(
    (id) => outputs.includes(id) || catalog.get(graph[id]?.class_type ?? "")?.isOutput !== false,
  );
  return roots.length > 0 ? roots : all;
}

/**
 * Every problem of a draft's graph: of its structure first, then of its values. As the server does, it checks the class of
 * every node, and the inputs of those that an output node needs. A catalog of the graph's own classes finds at least the
 * problems that the complete catalog finds.
 */
export function validateGraph(
  draft: WorkflowDraft,
  catalog: Catalog,
  coverage: Coverage = "all classes",
): readonly PictorError[] {
  const { graph } = draft;
  const needed = upstreamNodes(executionRoots(draft, catalog), graph);
  const isNeeded = new Set(needed);
  const suggestions = new Map(
    unknownClasses(graph, catalog)
      .slice(0, maxSuggestions)
      .map((name) => [name, didYouMean(name, catalog.keys())]),
  );
  const ofNodes = Object.entries(graph).flatMap(([id, node]) => {
    const classType = node.class_type;
    const known = catalog.get(classType);
    if (known === undefined) {
      const problem = `the backend has no node class "${classType}"`;
      const advice = `Install the extension that provides it, or update the server if the class is one of its own.${suggestions.get(classType) ?? ""}`;
      return [graphError({ node: id, classType: "" }, problem, advice, draft)];
    }
    if (!isNeeded.has(id)) return [];
    return [...checkNode(node, known, draft, catalog, coverage)].map(([input, [problem, advice]]) =>
      graphError({ node: id, classType, input }, problem, advice, draft),
    );
  });
  return [...structureProblems(graph, needed), ...ofNodes];
}
