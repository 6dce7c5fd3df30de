// Which backend extensions a graph needs: from the node classes that it really uses.

import type { Contribution } from "../types.js";
import type { ExtensionRequirement, WorkflowDraft } from "./types.js";

/** The draft's own requirements and those of its node classes; one entry for each extension and range. */
export function collectRequirements(
  draft: WorkflowDraft,
  nodeClasses: readonly Contribution<"nodeClasses">[],
): readonly ExtensionRequirement[] {
  const used = new Set(Object.values(draft.graph).map(({ class_type }) => class_type));
  const byKey = new Map(draft.requires.map((entry) => [`${entry.id} ${entry.range}`, entry]));
  for (const { class: name, extension, range } of nodeClasses) {
    if (!used.has(name)) continue;
    const key = `${extension} ${range}`;
    const known = byKey.get(key)?.nodeClasses ?? [];
    if (!known.includes(name)) byKey.set(key, { id: extension, range, nodeClasses: [...known, name] });
  }
  return [...byKey.values()];
}
