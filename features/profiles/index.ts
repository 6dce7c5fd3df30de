// @pictor/features/profiles: what hosts show of profiles, and the secrets that belong to a profile.

export { overriddenFiles } from "./overridden-files.js";
export {
  deleteUnusedSecrets,
  ownSecretsIn,
  secretName,
  secretNamesIn,
  type ProfileStore,
} from "./own-secrets.js";
export { ownSecretsOf, removeProfileAndSecrets } from "./remove-profile.js";
export { formatReference, parseReference, redactedSchemes, type SchemeFields } from "./shown-schemes.js";
