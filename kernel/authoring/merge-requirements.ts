// Merges requirements of backend extensions, which node classes, plugins and drafts name one by one.

import type { ExtensionRequirement } from "../contract/draft.js";

/** One requirement for each extension, range and commit, in the order of the first one, with the node classes of all. */
export function mergeRequirements(
  requirements: readonly ExtensionRequirement[],
): readonly ExtensionRequirement[] {
  const merged = new Map<string, { readonly first: ExtensionRequirement; readonly classes: Set<string> }>();
  for (const requirement of requirements) {
    const { id, range, commit, nodeClasses } = requirement;
    const key = JSON.stringify([id, range, commit]);
    const known = merged.get(key) ?? { first: requirement, classes: new Set() };
    for (const name of nodeClasses) known.classes.add(name);
    merged.set(key, known);
  }
  return [...merged.values()].map(({ first, classes }) => ({ ...first, nodeClasses: [...classes] }));
}
