// What has to be done so that a backend has what is required of it: one step for each extension. Pure.

import type { ExtensionRequirement, InstalledExtension } from "@pictor/kernel/plugin";
import { groupsOf } from "./group-requirements.js";
import { judge } from "./decide-step.js";
import type { Knowledge, Pin, Step } from "./step.js";

/** A requirement as a person writes it: without `nodeClasses` it is for no class in particular. */
export type Need = Omit<ExtensionRequirement, "nodeClasses"> &
  Partial<Pick<ExtensionRequirement, "nodeClasses">>;
const isComplete = (need: Need): need is ExtensionRequirement => need.nodeClasses !== undefined;

const byId = (a: { readonly id: string }, b: { readonly id: string }): number =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

/**
 * The ranges of one extension are intersected, whoever requires it and by whatever name. The steps are sorted by id, and
 * are the same for any order of what comes in. Nothing is guessed: what cannot be told is `unverifiable`.
 */
export function decide(
  required: readonly Need[],
  installed: readonly InstalledExtension[],
  pins: readonly Pin[] = [],
  knowledge: Knowledge = {},
): readonly Step[] {
  const sortedPins = [...pins].sort(byId);
  const complete = required.map((need) => (isComplete(need) ? need : { ...need, nodeClasses: [] }));
  return groupsOf(complete, installed, knowledge)
    .map((group) => judge(group, installed, sortedPins, knowledge))
    .sort(byId);
}
