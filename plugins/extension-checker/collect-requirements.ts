// Collects the requirements and node classes of all drafts of a generation. Pure.

import { unexplainedClasses } from "@pictor/extensions";
import { mergeRequirements, nodeClassesIn } from "@pictor/kernel/plugin";
import type { Catalog, ExtensionRequirement, WorkflowDraft } from "@pictor/kernel/plugin";

export interface Requirements {
  /** One entry for each extension, range and commit. */
  readonly required: readonly ExtensionRequirement[];
  /** The node classes of all graphs. */
  readonly classes: readonly string[];
}

export function collectRequirements(drafts: readonly WorkflowDraft[]): Requirements {
  const required = mergeRequirements(drafts.flatMap(({ requires }) => requires));
  return { required, classes: nodeClassesIn(...drafts.map(({ graph }) => graph)) };
}

/** Classes of the graphs and of the requirements. */
export const allClasses = ({ required, classes }: Requirements): readonly string[] => [
  ...new Set([...classes, ...required.flatMap(({ nodeClasses }) => nodeClasses)]),
];

/** Classes of the graphs that no requirement names: those that the server lacks, and those that it has. */
export function unexplained(
  { required, classes }: Requirements,
  catalog: Catalog,
): { readonly lacking: readonly string[]; readonly present: readonly string[] } {
  const names = unexplainedClasses(classes, required);
  return {
    lacking: names.filter((name) => !catalog.has(name)),
    present: names.filter((name) => catalog.has(name)),
  };
}
