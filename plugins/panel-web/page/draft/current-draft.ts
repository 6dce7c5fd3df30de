// The draft of the page, which is kept over a reload.

import type { Signal } from "@preact/signals";
import { showUndo } from "../parts/toasts.js";
import { goTo } from "../shell/place.js";
import { storedSignal } from "../shell/stored.js";
import { acceptDraft, emptyDraft, withRecall, type Draft, type Recall } from "./draft.js";

export const draft: Signal<Draft> = storedSignal("draft", emptyDraft, acceptDraft);

/** Changes the form, and says so with a button that takes it back. */
export function changeDraft(next: Draft, told: string): void {
  const before = draft.value;
  draft.value = next;
  showUndo(told, () => (draft.value = before));
}

/** Fills the form with the settings of an image. */
export function recall(settings: Recall, notes: readonly string[] = []): void {
  changeDraft(withRecall(draft.value, settings), ["The settings are in the form.", ...notes].join(" "));
  goTo("generate");
}
