// @pictor/host/trust: the folders and certificates that the user trusts, and the paths that a project may name.

export { openTrustedFolder, revokeTrust, trustedFolders } from "./trusted-folders.js";
export { certificatesOf } from "./trusted-certificates.js";
export { isInside, withSlashes } from "./trust/inside.js";
export { isNetworkPath } from "./trust/network-path.js";
export type { TrustedFolder } from "./trust/trusted-folder.js";
export type { Power } from "./trust/power.js";
export type { TrustMode, TrustRecord } from "./trust/trust-file.js";
