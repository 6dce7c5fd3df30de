// @pictor/locks: exclusive work between processes, by folders on the disk.

export { appendLines } from "./append-lines.js";
export type { Holder } from "./entry/entry-name.js";
export { LockBusy, LockLost } from "./problems.js";
export { placeFile } from "./place-file.js";
export { incompleteEnd, replaceFile, type ReplaceOptions } from "./replace-file.js";
export { replaceLines } from "./replace-lines.js";
export { createSecretRefusals } from "./secret-refusals.js";
export { createSecretLocks } from "./secret-locks.js";
export { linkedFile, withFileLock } from "./with-file-lock.js";
export type { HeldLock } from "./hold.js";
export { withLock, type LockOptions } from "./with-lock.js";
