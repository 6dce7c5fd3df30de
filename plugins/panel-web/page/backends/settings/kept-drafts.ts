// The forms of backends, which the browser keeps over a reload.

import { createDrafts, newName } from "../../saving/drafts.js";
import { acceptBackendDraft, emptyBackendDraft, type BackendDraft } from "./backend-draft.js";

/** The unsaved changes of backends, by their names. */
export const backendDrafts = createDrafts<BackendDraft>("backend-drafts", acceptBackendDraft);

/** The form of a new backend. */
export const newBackend = (): BackendDraft => backendDrafts.shown(newName, emptyBackendDraft);

export const editNewBackend = (draft: BackendDraft): void =>
  backendDrafts.edit(newName, emptyBackendDraft, draft);

export const clearNewBackend = (): void => backendDrafts.revert(newName);
