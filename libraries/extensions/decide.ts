// What has to be done so that a backend has what is required of it: one step for each extension. Pure.

import type { ExtensionRequirement, InstalledExtension } from "@pictor/kernel/plugin";
import { groupsOf } from "./group.js";
import { judge } from "./judge.js";
import type { Knowledge, Pin, Step } from "./step.js";

const byId = (a: { readonly id: string }, b: { readonly id: string }): number =>
  a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

/**
 * The ranges of one extension are intersected, whoever requires it and by whatever name. The steps are sorted by id, and
 * are the same for any order of what comes in. Nothing is guessed: what cannot be told is `unverifiable`.
 */
export function decide(
  required: readonly ExtensionRequirement[],
  installed: readonly InstalledExtension[],
  pins: readonly Pin[] = [],
  knowledge: Knowledge = {},
): readonly Step[] {
  const sortedPins = [...pins].sort(byId);
  return groupsOf(required, installed, knowledge)
    .map((group) => judge(group, installed, sortedPins, knowledge))
    .sort(byId);
}
