// Validates drafts against the backend's catalog: against their own classes first, and if there is a problem, against all
// classes. Classes with problems are fetched again before the problems count.

import {
  fault,
  emptyDraft,
  nodeClassesIn,
  type Backend,
  type Catalog,
  type PictorError,
  type Problem,
  type ValidateRequest,
  type WorkflowDraft,
} from "@pictor/kernel";
import { conversionNotes } from "./conversion-notes.js";
import { checkEmbeddings } from "./check-embeddings.js";
import { checkFiles } from "./check-files.js";
import { createSlices } from "../slices.js";
import { withServerNames } from "./match-files.js";
import type { Coverage } from "./check-input.js";
import { unknownClasses, validateGraph } from "./validate-graph.js";
import { combineErrors } from "./graph-errors.js";
import { maxProblems } from "./suggestions.js";

const problemClasses = (
  drafts: readonly WorkflowDraft[],
  problems: readonly PictorError[],
): readonly string[] => [
  ...new Set(
    problems.flatMap(({ details }) =>
      drafts.flatMap(({ graph }) => graph[String(details["node"])]?.class_type ?? []),
    ),
  ),
];

interface Validated {
  readonly problems: readonly PictorError[];
  /** The drafts with the backend's names of model files. */
  readonly drafts: readonly WorkflowDraft[];
  readonly catalog: Catalog;
}

const withServerFileNames = (draft: WorkflowDraft, catalog: Catalog): WorkflowDraft => {
  const graph = withServerNames(draft.graph, catalog);
  return graph === draft.graph ? draft : { ...draft, graph };
};

async function validate(
  given: readonly WorkflowDraft[],
  backend: Backend,
  signal?: AbortSignal,
): Promise<Validated> {
  const options = { signal };
  const slices = createSlices(signal);
  const validateWith = async (catalog: Catalog, coverage?: Coverage): Promise<Validated> => {
    const drafts: WorkflowDraft[] = [];
    const problems: PictorError[] = [];
    for (const one of given) {
      const draft = withServerFileNames(one, catalog);
      drafts.push(draft);
      if (problems.length < maxProblems) problems.push(...validateGraph(draft, catalog, coverage));
      await slices.spend(Object.keys(draft.graph).length);
    }
    return { catalog, drafts, problems };
  };
  const classes = nodeClassesIn(...given.map(({ graph }) => graph));
  /**
   * What only requests find, once the graphs fit the catalog. The drafts differ in their seeds and prompts, so the embeddings
   * in the prompts of each draft are checked.
   */
  const withFiles = async (valid: Validated): Promise<Validated> => {
    let names: Promise<readonly string[] | undefined> | undefined;
    const list = () => (names ??= backend.embeddings?.(options) ?? Promise.resolve(undefined));
    const problems = [...(await checkFiles(valid.drafts, valid.catalog, backend, options))];
    for (const draft of valid.drafts) {
      if (problems.length < maxProblems)
        problems.push(...(await checkEmbeddings(draft, valid.catalog, list)));
      await slices.spend(Object.keys(draft.graph).length);
    }
    return { ...valid, problems };
  };
  const own = await validateWith(await backend.catalog({ classes, ...options }), "own classes");
  if (own.problems.length === 0) return withFiles(own);
  const first = await validateWith(await backend.catalog(options));
  if (first.problems.length === 0) return withFiles(first);
  const missing = given.flatMap(({ graph }) => unknownClasses(graph, first.catalog));
  // If there are too many problems to list them, any class may have one.
  const isCut = first.problems.length >= maxProblems;
  const refresh = isCut ? classes : [...new Set([...missing, ...problemClasses(given, first.problems)])];
  const fresh = await validateWith(await backend.catalog({ refresh, ...options }));
  return fresh.problems.length === 0 ? withFiles(fresh) : fresh;
}

/** Resolves to all problems of a graph. A graph without an output node is a problem, too. */
export async function validateGraphRequest(
  { graph, origins = {}, inputs = [], report, signal }: ValidateRequest,
  backend: Backend,
): Promise<readonly PictorError[]> {
  const draft: WorkflowDraft = { ...emptyDraft, graph, origins, inputs };
  const { problems, catalog } = await validate([draft], backend, signal);
  if (report !== undefined) conversionNotes(draft, catalog).forEach(report);
  const classes = Object.values(graph).map((node) => catalog.get(node.class_type));
  // An unknown class may be an output node.
  if (classes.some((known) => known === undefined || known.isOutput)) return problems;
  const problem = "none of its nodes makes a file";
  const advice = "Add a node that saves or previews, such as SaveImage.";
  return [...problems, fault("GRAPH_INVALID", { where: "the whole graph", problem, advice })];
}

interface ValidationOptions {
  readonly signal: AbortSignal;
  /** Called for each value of the first draft that the server will convert. */
  readonly report: (problem: Problem) => void;
}

/**
 * Returns the drafts with the backend's names of model files, and the catalog. Throws the first problem, whose details
 * list all.
 */
export async function validateDrafts(
  drafts: readonly WorkflowDraft[],
  backend: Backend,
  { signal, report }: ValidationOptions,
): Promise<Omit<Validated, "problems">> {
  const { problems, ...fitting } = await validate(drafts, backend, signal);
  const [first, ...rest] = problems;
  if (first !== undefined) throw combineErrors([first, ...rest]);
  // The first draft is checked for all: the drafts differ only in their seeds and prompts.
  for (const draft of fitting.drafts.slice(0, 1)) conversionNotes(draft, fitting.catalog).forEach(report);
  return fitting;
}
