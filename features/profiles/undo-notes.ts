// What an undone change of a profile has done, in sentences. Pure.

import type { ProfileView } from "@pictor/kernel";
import { secretNamesIn } from "./own-secrets.js";

/**
 * `view` is the profile as it is now; undefined if the change had created it. `kept` has the names of the secrets in
 * the store.
 */
export function undoNotes(
  name: string,
  view: ProfileView | undefined,
  kept: ReadonlySet<string>,
): readonly string[] {
  if (view === undefined)
    return [`Removed ${name}, which its last change had created; another undo restores it.`];
  const lost = secretNamesIn(view.profile).filter((secret) => !kept.has(secret));
  return [
    `Undid the last change of ${name}; another undo restores it.`,
    ...(lost.length === 0 ? [] : [`These secrets were deleted and are not restored: ${lost.join(", ")}.`]),
  ];
}
