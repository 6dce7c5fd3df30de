// @pictor/archives: unpacks untrusted ZIP and tar archives, and checks names that came from outside.

export { archiveLimits, ArchiveProblem, type ArchiveLimits } from "./archive-limits.js";
export { entryProblem } from "./entry-name.js";
export { extractTar } from "./extract-tar.js";
export { extractZip } from "./extract-zip.js";
export { foldName, hasControlCharacter, isDeviceName } from "./untrusted-names.js";
