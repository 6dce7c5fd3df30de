// @pictor/features/extensions: work on the extensions of a backend, for hosts that offer it to people. The operations
// that show them are in @pictor/features/operations, so that a server starts without this code.

export { versionChange, versionText, type Change, type Switch } from "./extension-changes.js";
export { planInstall, planSwitch, planUpdate, requireSpecs, type ChangePlan } from "./plan-changes.js";
export {
  applyChanges,
  restartQuestion,
  type ChangesResult,
  type ChangeWork,
  type RestartOutcome,
} from "./apply-changes.js";
export { checkExtensions, type CheckOutcome } from "./check-extensions.js";
export { lockExtensions, type LockOutcome } from "./lock-extensions.js";
export { adviceLines, rangeOf, stepRecord } from "./step-record.js";
export type { BuildRequest, GraphRequest, UnknownClass } from "./requirements.js";
