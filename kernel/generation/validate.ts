// Validation of all drafts against a fresh catalogue: unknown classes and values are asked for once more before they count.

import type { Backend } from "../backend/types.js";
import { PictorError } from "../errors/define.js";
import { unknownClasses, validateGraph } from "./validate-graph.js";
import type { WorkflowDraft } from "./types.js";

const classesOf = (drafts: readonly WorkflowDraft[], problems: readonly PictorError[]): readonly string[] => [
  ...new Set(
    problems.flatMap(({ details }) =>
      drafts.flatMap(({ graph }) => graph[String(details["node"])]?.class_type ?? []),
    ),
  ),
];

/** Throws the first problem; all of them are in its details. */
export async function validateDrafts(
  drafts: readonly WorkflowDraft[],
  backend: Backend,
  signal: AbortSignal,
): Promise<void> {
  const problemsWith = (catalog: Awaited<ReturnType<Backend["catalog"]>>) =>
    drafts.flatMap((draft) => validateGraph(draft, catalog));
  const catalog = await backend.catalog({ signal });
  const missing = drafts.flatMap(({ graph }) => unknownClasses(graph, catalog));
  let problems = problemsWith(catalog);
  if (problems.length > 0) {
    const refresh = [...new Set([...missing, ...classesOf(drafts, problems)])];
    problems = problemsWith(await backend.catalog({ refresh, signal }));
  }
  const [first] = problems;
  if (first === undefined) return;
  const all = problems.map(({ code, what, hint }) => ({ code, message: what, hint }));
  throw new PictorError(first.code, first.what, first.hint, { ...first.details, problems: all });
}
