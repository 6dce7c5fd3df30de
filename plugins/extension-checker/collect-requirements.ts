// What all drafts of a generation need together. Pure.

import { unexplainedClasses } from "@pictor/extensions";
import type { Catalog, ExtensionRequirement, WorkflowDraft } from "@pictor/kernel/plugin";

export interface Survey {
  /** One entry for each extension, range and commit. */
  readonly required: readonly ExtensionRequirement[];
  /** Every node class of every graph. */
  readonly classes: readonly string[];
}

export function surveyOf(drafts: readonly WorkflowDraft[]): Survey {
  const required = new Map<string, ExtensionRequirement>();
  for (const entry of drafts.flatMap(({ requires }) => requires)) {
    const key = JSON.stringify([entry.id, entry.range, entry.commit]);
    const nodeClasses = new Set([...(required.get(key)?.nodeClasses ?? []), ...entry.nodeClasses]);
    required.set(key, { ...entry, nodeClasses: [...nodeClasses] });
  }
  const classes = drafts.flatMap(({ graph }) => Object.values(graph).map(({ class_type }) => class_type));
  return { required: [...required.values()], classes: [...new Set(classes)] };
}

/** Classes of the graphs, or of what is required, that the server lacks. */
export function lackingClasses({ required, classes }: Survey, catalog: Catalog): readonly string[] {
  const all = [...classes, ...required.flatMap(({ nodeClasses }) => nodeClasses)];
  return [...new Set(all)].filter((name) => !catalog.has(name));
}

/** Classes that no requirement explains: those that the server lacks, and those that it has. */
export function unexplained(
  { required, classes }: Survey,
  catalog: Catalog,
): { readonly lacking: readonly string[]; readonly present: readonly string[] } {
  const names = unexplainedClasses(classes, required);
  return {
    lacking: names.filter((name) => !catalog.has(name)),
    present: names.filter((name) => catalog.has(name)),
  };
}
