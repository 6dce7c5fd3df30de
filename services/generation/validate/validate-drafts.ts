// Validation of all drafts against a fresh catalog: unknown classes and values are asked for once more before they count.

import {
  type Backend,
  type Catalog,
  fault,
  type PictorError,
  emptyDraft,
  type ValidateRequest,
  type WorkflowDraft,
} from "@pictor/kernel";
import { withServerNames } from "./match-files.js";
import { unknownClasses, validateGraph } from "./validate-graph.js";
import { firstOf } from "./graph-errors.js";

const classesOf = (drafts: readonly WorkflowDraft[], problems: readonly PictorError[]): readonly string[] => [
  ...new Set(
    problems.flatMap(({ details }) =>
      drafts.flatMap(({ graph }) => graph[String(details["node"])]?.class_type ?? []),
    ),
  ),
];

interface Validated {
  readonly problems: readonly PictorError[];
  /** With the names of files as the backend has them. */
  readonly drafts: readonly WorkflowDraft[];
  readonly catalog: Catalog;
}

const named = (draft: WorkflowDraft, catalog: Catalog): WorkflowDraft => {
  const graph = withServerNames(draft.graph, catalog);
  return graph === draft.graph ? draft : { ...draft, graph };
};

async function validate(
  given: readonly WorkflowDraft[],
  backend: Backend,
  signal?: AbortSignal,
): Promise<Validated> {
  const options = signal === undefined ? {} : { signal };
  const checked = (catalog: Catalog): Validated => {
    const drafts = given.map((draft) => named(draft, catalog));
    return { catalog, drafts, problems: drafts.flatMap((draft) => validateGraph(draft, catalog)) };
  };
  const first = checked(await backend.catalog(options));
  if (first.problems.length === 0) return first;
  const missing = given.flatMap(({ graph }) => unknownClasses(graph, first.catalog));
  const refresh = [...new Set([...missing, ...classesOf(given, first.problems)])];
  return checked(await backend.catalog({ refresh, ...options }));
}

/** Every problem of a graph, and that it makes nothing. */
export async function graphProblems(
  { graph, origins = {}, signal }: ValidateRequest,
  backend: Backend,
): Promise<readonly PictorError[]> {
  const { problems, catalog } = await validate([{ ...emptyDraft, graph, origins }], backend, signal);
  const classes = Object.values(graph).map((node) => catalog.get(node.class_type));
  // A class that is not known may be one that makes files.
  if (classes.some((known) => known === undefined || known.isOutput)) return problems;
  const problem = "no node of it makes a file";
  const advice = "Add a node that saves or previews, such as SaveImage.";
  return [...problems, fault("GRAPH_INVALID", { where: "the whole graph", problem, advice })];
}

/** The catalog that they fit, and how they fit it. Throws the first problem; all of them are in its details. */
export async function validateDrafts(
  drafts: readonly WorkflowDraft[],
  backend: Backend,
  signal: AbortSignal,
): Promise<Omit<Validated, "problems">> {
  const { problems, ...fitting } = await validate(drafts, backend, signal);
  const [first, ...rest] = problems;
  if (first !== undefined) throw firstOf([first, ...rest]);
  return fitting;
}
