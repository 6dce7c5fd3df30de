// The unsaved changes of one kind of thing, by name. The browser keeps them over a reload, without the secrets that were typed.

import { effect, signal } from "@preact/signals";
import { acceptEntries, isRecord } from "../api/guards.js";
import { storedSignal } from "../shell/stored.js";
import { withoutTyped } from "./typed-secrets.js";
import { afterSave, changedPointers, shownOf, type Unsaved } from "./unsaved.js";

/** Stands for what is not created yet, among the names of what is stored. */
export const newName = "";

export interface Drafts<T> {
  /** What is shown of a stored value: with its unsaved changes. */
  shown(name: string, stored: T): T;
  /** JSON pointers of the unsaved changes; none if everything is saved. */
  changes(name: string, stored: T): readonly string[];
  edit(name: string, stored: T, next: T): void;
  revert(name: string): void;
  /** Called after `written` was saved. */
  saved(name: string, written: T): void;
}

/**
 * Asks before the page is closed while something is not saved. Drafts stay in the page when another view is shown, so
 * that nothing is asked there. A listener without a reason would keep the page out of the browser's cache.
 */
function askBeforeClosing(isUnsaved: () => boolean): void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  effect(() => {
    if (!isUnsaved()) return;
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  });
}

export function createDrafts<T>(key: string, accept: (kept: unknown) => T | undefined): Drafts<T> {
  type All = Readonly<Record<string, Unsaved<T>>>;
  const acceptOne = (kept: unknown): Unsaved<T> | undefined => {
    const [base, draft] = isRecord(kept) ? [accept(kept["base"]), accept(kept["draft"])] : [];
    return base === undefined || draft === undefined ? undefined : { base, draft };
  };
  const kept = storedSignal<All>(key, {}, (all) => acceptEntries(all, acceptOne));
  const all = signal(kept.peek());
  askBeforeClosing(() => Object.keys(all.value).length > 0);
  const set = (name: string, unsaved: Unsaved<T> | undefined): void => {
    const { [name]: _old, ...rest } = all.peek();
    all.value = unsaved === undefined ? rest : { ...rest, [name]: unsaved };
    kept.value = Object.fromEntries(
      Object.entries(all.value)
        .map(([one, { base, draft }]) => [one, { base, draft: withoutTyped(draft, base) }] as const)
        .filter(([, { base, draft }]) => changedPointers(base, draft).length > 0),
    );
  };
  const shown = (name: string, stored: T): T => shownOf(all.value[name], stored);
  return {
    shown,
    changes: (name, stored) => changedPointers(stored, shown(name, stored)),
    edit(name, stored, next) {
      set(name, changedPointers(stored, next).length === 0 ? undefined : { base: stored, draft: next });
    },
    revert(name) {
      set(name, undefined);
    },
    saved(name, written) {
      set(name, afterSave(all.peek()[name], written));
    },
  };
}
