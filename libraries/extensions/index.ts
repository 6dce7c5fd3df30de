// @pictor/extensions: identities, versions and lists of extensions, and the steps that a backend needs.

export { extensionFault } from "./faults.js";
export { compareTexts } from "./names/order.js";
export {
  credentialProblem,
  credentialsIn,
  maskCredentials,
  withoutCredentials,
} from "./names/credentials.js";
export {
  identitiesOf,
  identityOf,
  isSame,
  readIdentity,
  repositoryAddress,
  requireIdentity,
  type Identity,
} from "./names/identity.js";
export {
  commitOf,
  exactVersion,
  isAnyVersion,
  isIn,
  isSameCommit,
  newestFirst,
  newestIn,
  versionOf,
} from "./versions/version.js";
export { chooseVersion, isWanted, noVersionFault, requireRange } from "./versions/choose-version.js";
export { intersect, problemOfRange } from "./versions/version-ranges.js";
export {
  placeOf,
  placesOf,
  requirementsOfLacking,
  requirementsOfPresent,
  unexplainedClasses,
} from "./steps/class-requirements.js";
export { decide, lackingExtensions } from "./steps/decide-steps.js";
export type { Change, Doubt, Knowledge, Pin, Step, StepOf, UpdateReason } from "./steps/step.js";
export { findEntry, mergeIndexes, readIndex, type IndexEntry } from "./lists/extension-list.js";
export { indexFault, toIndexFault } from "./lists/read-json.js";
export { providersOf, readNodeMap, type NodeMap } from "./lists/node-map.js";
export { findInstalled, requireAbsent } from "./lists/find-installed.js";
export { RegistryClient, usableVersions } from "./registry/registry-client.js";
export { searchIndex } from "./lists/search-extensions.js";
export {
  lockedFrom,
  lockInstalled,
  lockFileName,
  readLock,
  withLocked,
  writeLock,
  type Lock,
  type LockedExtension,
} from "./lists/lock-file.js";
export {
  describeAction,
  describeByHand,
  describeClaim,
  describeCopies,
  describeStep,
  listed,
} from "./steps/describe-steps.js";
