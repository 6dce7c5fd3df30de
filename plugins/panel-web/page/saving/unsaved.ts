// What of a draft is not saved: the draft beside the stored value on which it was begun. Pure functions, the same for
// everything that is saved: profiles, backends, environments, presets.

import { isRecord } from "../api/guards.js";
import { pointerTo } from "../api/pointers.js";

/** A draft and the stored value that was its base. */
export interface Unsaved<T> {
  readonly base: T;
  readonly draft: T;
}

/** Whether two values of a form are the same as JSON. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
const namesOf = (...records: readonly object[]): readonly string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record))),
];

/** JSON pointers of the values in which a draft differs from what is stored. Lists and references are compared as a whole. */
export function changedPointers(stored: unknown, draft: unknown, pointer = ""): readonly string[] {
  if (isSame(stored, draft)) return [];
  const isReference = [stored, draft].some(
    (value) => isRecord(value) && Object.keys(value).some((name) => name.startsWith("$")),
  );
  if (isReference || !isRecord(stored) || !isRecord(draft)) return [pointer];
  return namesOf(stored, draft).flatMap((name) =>
    changedPointers(stored[name], draft[name], pointerTo(pointer, name)),
  );
}

/** A draft with the changes that were stored meanwhile, for example by another page; what the draft itself has changed stays. */
export function rebased(base: unknown, draft: unknown, stored: unknown): unknown {
  if (isSame(base, draft)) return stored;
  if (isSame(base, stored) || !isRecord(base) || !isRecord(draft) || !isRecord(stored)) return draft;
  return Object.fromEntries(
    namesOf(stored, draft)
      .map((name) => [name, rebased(base[name], draft[name], stored[name])] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/** The draft to show over what is stored now; `stored` itself if nothing is unsaved. */
export function shownOf<T>(unsaved: Unsaved<T> | undefined, stored: T): T {
  if (unsaved === undefined) return stored;
  const shown = rebased(unsaved.base, unsaved.draft, stored) as T;
  return isSame(shown, stored) ? stored : shown;
}

/** After `written` was saved: what was changed while it was being saved is still unsaved. */
export const afterSave = <T>(unsaved: Unsaved<T> | undefined, written: T): Unsaved<T> | undefined =>
  unsaved === undefined || isSame(unsaved.draft, written)
    ? undefined
    : { base: written, draft: unsaved.draft };
