// Decides the steps after which a backend meets all requirements: one for each extension. Pure.

import type { ExtensionRequirement, InstalledExtension, Catalog } from "@pictor/kernel/plugin";
import { byId } from "../names/order.js";
import { groupsOf } from "./group-requirements.js";
import { judge } from "./decide-step.js";
import type { Knowledge, Pin, Step } from "./step.js";

/** A requirement; `nodeClasses` may be omitted if it is for no particular class. */
export type Need = Omit<ExtensionRequirement, "nodeClasses"> &
  Partial<Pick<ExtensionRequirement, "nodeClasses">>;
const isComplete = (need: Need): need is ExtensionRequirement => need.nodeClasses !== undefined;

/**
 * Intersects the ranges of all requirements of an extension, under whichever name. The steps are sorted by id and do not
 * depend on the order of the arguments. An extension that cannot be judged with certainty is `unverifiable`.
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

/**
 * `the extension comfyui-impact-pack (update)` for each. What cannot be found out about an extension does not count
 * against the server.
 */
export const lackingExtensions = (
  requires: readonly ExtensionRequirement[],
  installed: readonly InstalledExtension[],
  catalog: Catalog,
): readonly string[] =>
  decide(requires, installed, [], { classes: catalog })
    .filter(({ kind }) => kind !== "ok" && kind !== "unverifiable")
    .map(({ id, kind }) => `the extension ${id} (${kind})`);
