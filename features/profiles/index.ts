// @pictor/features/profiles: the operations on profiles, what hosts show of profiles, and the secrets that belong to a profile.

export { authDraftOf, readDraft, withSavedFields } from "./auth-draft.js";
export { profileOperations, requireProfile, resultOf, type ProfileContext } from "./operations.js";
export { overriddenFiles } from "./overridden-files.js";
export {
  deleteUnusedSecrets,
  ownSecretsIn,
  secretName,
  secretNamesIn,
  type ProfileStore,
} from "./own-secrets.js";
export { createProfileChanges, type ProfileChanges } from "./profile-changes.js";
export { profileOf } from "./profile-of.js";
export { ownSecretsOf, removeProfileAndSecrets } from "./remove-profile.js";
export { formatReference, parseReference, redactedSchemes, type SchemeFields } from "./shown-schemes.js";
export { undoNotes } from "./undo-notes.js";
