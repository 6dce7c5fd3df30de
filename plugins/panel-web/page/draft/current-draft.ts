// The draft of the page, which is kept over a reload.

import type { Signal } from "@preact/signals";
import { showToast } from "../parts/toasts.js";
import { goTo } from "../shell/place.js";
import { storedSignal } from "../shell/stored.js";
import { acceptDraft, emptyDraft, withRecall, type Draft, type Recall } from "./draft.js";

export const draft: Signal<Draft> = storedSignal("draft", emptyDraft, acceptDraft);

/** Fills the form with the settings of an image, and shows a message with an undo button. */
export function recall(settings: Recall, notes: readonly string[] = []): void {
  const before = draft.value;
  draft.value = withRecall(before, settings);
  goTo("generate");
  showToast(["The settings are in the form.", ...notes].join(" "), {
    text: "Undo",
    run: () => {
      draft.value = before;
    },
  });
}
