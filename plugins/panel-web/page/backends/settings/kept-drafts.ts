// The forms of backends, which the browser keeps over a reload.

import { signal, type Signal } from "@preact/signals";
import { askBeforeClosing } from "../../saving/closing.js";
import { createDrafts } from "../../saving/drafts.js";
import { withoutTyped } from "../../saving/typed-secrets.js";
import { changedPointers } from "../../saving/unsaved.js";
import { storedSignal } from "../../shell/stored.js";
import { acceptBackendDraft, emptyBackendDraft, type BackendDraft } from "./backend-draft.js";

const keptNew = storedSignal("new-backend", emptyBackendDraft, acceptBackendDraft);
/** The form of a new backend. */
export const newBackend: Signal<BackendDraft> = signal(keptNew.peek());
newBackend.subscribe((draft) => {
  keptNew.value = withoutTyped(draft);
});

askBeforeClosing(() => changedPointers(emptyBackendDraft, newBackend.value).length > 0);

/** The unsaved changes of backends, by their names. */
export const backendDrafts = createDrafts<BackendDraft>("backend-drafts", acceptBackendDraft);
