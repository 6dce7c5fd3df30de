// Everything of @pictor/extensions.

export { extensionFault } from "./faults.js";
export { withoutCredentials } from "./credentials.js";
export {
  identitiesOf,
  identityOf,
  isSame,
  isSameName,
  readIdentity,
  requireIdentity,
  type Identity,
  type ReadIdentity,
} from "./identity.js";
export {
  commitOf,
  exactVersion,
  isIn,
  isSameCommit,
  newestFirst,
  newestIn,
  versionOf,
  type Versioned,
} from "./version.js";
export { readPyproject, type Pyproject } from "./pyproject.js";
export { intersect, problemOfRange } from "./ranges.js";
export {
  placeOf,
  requirementsOfLacking,
  requirementsOfPresent,
  unexplainedClasses,
  type ChooseProvider,
} from "./attribute.js";
export { decide, type Need } from "./decide.js";
export type { Change, Doubt, Knowledge, Pin, Step, StepOf, UpdateReason } from "./step.js";
export { findEntry, mergeIndexes, readIndex, type IndexEntry, type ReadIndex } from "./index-format.js";
export { providersOf, readNodeMap, type NodeMap, type ReadNodeMap } from "./node-map.js";
export { searchIndex } from "./search-index.js";
export {
  compareLock,
  lockedFrom,
  lockInstalled,
  lockFileName,
  lockVersion,
  readLock,
  withLocked,
  writeLock,
  type Lock,
  type LockDifference,
  type LockedExtension,
} from "./lock-file.js";
export {
  describeAction,
  describeByHand,
  describeClaim,
  describeCopies,
  describeStep,
  listed,
} from "./describe.js";
