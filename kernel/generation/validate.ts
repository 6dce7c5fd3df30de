// Validation of all drafts against a fresh catalogue: unknown classes and values are asked for once more before they count.

import type { Backend, Catalog } from "../backend/types.js";
import { fault } from "../errors/catalogue.js";
import type { PictorError } from "../errors/define.js";
import { emptyDraft } from "./draft.js";
import { structureProblems } from "./structure.js";
import { unknownClasses, validateGraph } from "./validate-graph.js";
import type { ValidateRequest, WorkflowDraft } from "./types.js";
import { firstOf } from "./where.js";

const classesOf = (drafts: readonly WorkflowDraft[], problems: readonly PictorError[]): readonly string[] => [
  ...new Set(
    problems.flatMap(({ details }) =>
      drafts.flatMap(({ graph }) => graph[String(details["node"])]?.class_type ?? []),
    ),
  ),
];

interface Validated {
  readonly problems: readonly PictorError[];
  readonly catalog: Catalog;
}

async function validate(
  drafts: readonly WorkflowDraft[],
  backend: Backend,
  signal?: AbortSignal,
): Promise<Validated> {
  const options = signal === undefined ? {} : { signal };
  const problemsWith = (catalog: Catalog) => drafts.flatMap((draft) => validateGraph(draft, catalog));
  let catalog = await backend.catalog(options);
  const missing = drafts.flatMap(({ graph }) => unknownClasses(graph, catalog));
  let problems = problemsWith(catalog);
  if (problems.length > 0) {
    const refresh = [...new Set([...missing, ...classesOf(drafts, problems)])];
    catalog = await backend.catalog({ refresh, ...options });
    problems = problemsWith(catalog);
  }
  return { problems, catalog };
}

/** Every problem of a graph: its structure, its values, and that it makes nothing. */
export async function graphProblems(
  { graph, origins = {}, signal }: ValidateRequest,
  backend: Backend,
): Promise<readonly PictorError[]> {
  const { problems, catalog } = await validate([{ ...emptyDraft, graph, origins }], backend, signal);
  const found = [...structureProblems(graph), ...problems];
  const classes = Object.values(graph).map((node) => catalog.get(node.class_type));
  // A class that is not known may be one that makes files.
  if (classes.some((known) => known === undefined || known.isOutput)) return found;
  const problem = "no node of it makes a file";
  const advice = "Add a node that saves or previews, such as SaveImage.";
  return [...found, fault("GRAPH_INVALID", { where: "the whole graph", problem, advice })];
}

/** The catalogue that they fit. Throws the first problem; all of them are in its details. */
export async function validateDrafts(
  drafts: readonly WorkflowDraft[],
  backend: Backend,
  signal: AbortSignal,
): Promise<Catalog> {
  const { problems, catalog } = await validate(drafts, backend, signal);
  const [first, ...rest] = problems;
  if (first !== undefined) throw firstOf([first, ...rest]);
  return catalog;
}
