// @pictor/host/work: long work on backends and their extensions, for hosts that offer it to people.

export { workFault } from "./faults.js";
export type { Confirmation } from "./confirmation.js";
export {
  isRunning,
  missingLogs,
  requireOperation,
  withFacet,
  type MissingFacet,
  type FacetName,
  type OpenedBackend,
  type OpenedInstance,
} from "./open-facet.js";
export {
  listActiveJobs,
  restartServer,
  startServer,
  stopServer,
  updateServer,
  type ServerWork,
} from "./change-server.js";
export { missingPackage, pendingSteps, problemOf, type PackageOffer } from "./install-server.js";
export { versionChange, versionText, type Change, type Switch } from "./extension-changes.js";
export { planInstall, planSwitch, planUpdate, requireSpecs, type ChangePlan } from "./plan-changes.js";
export { applyChanges, type ChangesResult, type ChangeWork, type RestartOutcome } from "./apply-changes.js";
export { checkExtensions, type CheckOutcome } from "./check-extensions.js";
export { lockExtensions, type LockOutcome } from "./lock-extensions.js";
export { adviceLines, rangeOf, stepRecord } from "./step-record.js";
export type { BuildRequest, GraphRequest, UnknownClass } from "./requirements.js";
