// The forms of backends, which the browser keeps over a reload.

import type { Signal } from "@preact/signals";
import { storedSignal } from "../../shell/stored.js";
import { acceptBackendDraft, emptyBackendDraft, type BackendDraft } from "./backend-draft.js";

/** The form of a new backend. */
export const newBackend: Signal<BackendDraft> = storedSignal(
  "new-backend",
  emptyBackendDraft,
  acceptBackendDraft,
);

/** The form of the backend that was edited last, until it is saved; null if there is none. */
export const editedBackend: Signal<BackendDraft | null> = storedSignal<BackendDraft | null>(
  "edited-backend",
  null,
  acceptBackendDraft,
);
