// @pictor/kernel: the minimal kernel, and what services and hosts share with it.

export * from "./authoring/index.js";
export { realClock, type Clock } from "./base/clock.js";
export { errorCatalog, fault, type ErrorCode } from "./base/errors/error-catalog.js";
export { describeType, describeValue, missingKey, type Violation } from "./base/errors/explain-violation.js";
export {
  defineErrors,
  reasonOf,
  changedError,
  type ErrorEntry,
  PictorError,
  type ErrorClass,
} from "./base/errors/pictor-error.js";
export { sourceLocation, stackFrames } from "./base/files/source-location.js";
export { ifThere, systemCode } from "./base/errors/system-code.js";
export { ensureFolder } from "./base/files/ensure-folder.js";
export { containedPath, isContainedFile, isWithin, realPathOfExisting } from "./base/files/contained-path.js";
export { dataFile, dataFolder, thisMachine, type SystemEnvironment } from "./authoring/data-folder.js";
export { absolutePath, expandHome, homeFolder } from "./base/files/home-folder.js";
export { isDeviceName } from "./base/files/device-name.js";
export { pathProblem } from "./base/files/path-text.js";
export { shellWord } from "./authoring/shell-word.js";
export { extensionsOfBytes, mediaTypeOf, signatureBytes } from "./authoring/file-types.js";
export { deepFreeze } from "./base/freeze.js";
export { isRecord, isString, asString, recordOrEmpty, textsIn } from "./base/guards.js";
export { parseJson, stringifyJson } from "./base/json.js";
export { readText, withoutByteOrderMark } from "./base/files/read-text.js";
export { utf16Problem } from "./base/errors/json-syntax-problem.js";
export { percentDecode } from "./base/percent-encode.js";
export { keepNewest } from "./base/keep-newest.js";
export { configuredBy, namedBy } from "./config/named-by.js";
export { jsonPointer, pointerParts } from "./base/json-pointer.js";
export { didYouMean, knownNames, nearest } from "./base/nearest.js";
export * from "./base/errors/shapes.js";
export { requireShape, shapeFault } from "./authoring/require-shape.js";
export { sortByDependencies } from "./authoring/topology.js";
export { linkedController, pause, raceAbort, withTimeout } from "./base/waiting.js";
export { checkForm, type FormCheck } from "./config/check-form.js";
export { hostValidators, type Validate } from "./config/read-violations.js";
export { provideCompiledSettings } from "./config/compiled-settings.js";
export { beginningOf, endOf } from "./base/cut-text.js";
export { digestOf } from "./base/digest.js";
export { checkedCopy, cloneData } from "./base/errors/checked-copy.js";
export { completeSettings, requireSettings, type SettingsResult } from "./config/complete-settings.js";
export {
  loadDefaultConfiguration,
  loadConfiguration,
  parseLayer,
  readLayer,
  validateLayer,
} from "./config/load-configuration.js";
// Exports for the validators that `npm run build` compiles.
export { formats } from "./config/formats.js";
export { mapFields } from "./config/map-fields.js";
export type { Redactor } from "./config/redactor.js";
export { isSecretName, isSecretParameter, secretNamePattern } from "./config/secret-names.js";
export {
  resolveFilePaths,
  referenceOf,
  referencesIn,
  mapTexts,
  resolveReferences,
  type Reference,
  type ReferenceSource,
} from "./config/references.js";
export { withoutRequired, missingFields } from "./config/required-fields.js";
export { activeVariables } from "./config/active-variables.js";
export { resolveSettings, type SettingsSource, type ValuesOrigin } from "./config/resolve-settings.js";
export { findSecrets, rejectInlineSecrets, withoutSecrets } from "./config/secret-fields.js";
export {
  fillKnownVariables,
  fillVariables,
  hasVariable,
  isVariable,
  variableNames,
  type VariableSource,
  type Variables,
} from "./config/variables.js";
export * from "./contract/index.js";
export { CallSignal, type Deadline } from "./hooks/deadline.js";
export { type HookCall, type HookHost } from "./hooks/hook-call.js";
export { Hooks, type SendStage } from "./hooks/hooks.js";
export type { Tap } from "./hooks/tap.js";
export { createHostTaps } from "./hooks/host-taps.js";
export { interactionFor } from "./hooks/plugin-interaction.js";
export { suspendWhileAsking, noInteraction } from "./hooks/interaction.js";
export { runningOwner, type RunningOwner } from "./hooks/rejection-owner.js";
export { createKernel, type Kernel } from "./kernel.js";
export { findPlugins } from "./plugins/find-plugins.js";
export { contributionKinds, contributionNouns } from "./plugins/contribution-nouns.js";
export { declaredTaps } from "./plugins/declared-taps.js";
export { rawContributions } from "./plugins/raw-contributions.js";
export { validatePluginFolder } from "./plugins/validate-folder.js";
