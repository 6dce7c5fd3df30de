// @pictor/kernel/plugin: everything that a plugin may import. Types first, by what a plugin does; helpers last.

// Every plugin
export { apiVersion } from "./contract/api-version.js";
export type { Manifest } from "./contract/manifest.gen.js";
export type { Plugin, PluginContext, PluginRegistration, ProvidedContributions } from "./contract/plugins.js";
export type { HookContext } from "./contract/hooks.js";
export type * from "./contract/values.js";
export type * from "./contract/interaction.js";
export type * from "./contract/dialect.js";

// Permissions: network, process, files, secrets
export type * from "./contract/requests.js";
export type { ProcessExit, RunProgram, RunningProcess, RunOptions } from "./contract/processes.js";
export type { Files } from "./contract/plugins.js";
export type { KeyLock, Secrets } from "./contract/secrets.js";

// beforeSend: auth schemes
export type { BeforeSend, SendContext } from "./contract/hooks.js";
export type { AuthAction, AuthActionContext, AuthActionResult, TokenClaims } from "./contract/profiles.js";
export type { AuthScheme, AuthStatus } from "./contract/profiles.js";
export { percentDecode, percentEncode } from "./base/percent-encode.js";

// buildWorkflow: workflows and features
export type { BuildContext, BuildWorkflow } from "./contract/hooks.js";
export type * from "./contract/graph.js";
export type * from "./contract/typed-nodes.js";
export type * from "./contract/draft.js";

// beforeFirstBatch: gates
export type { BatchPlan, BeforeFirstBatch, GateContext } from "./contract/hooks.js";
export type { Veto } from "./contract/jobs.js";

// onEvent: observers
export type { EventContext, OnEvent } from "./contract/hooks.js";
export { jobPhases, type GenerationResult, type JobEvent, type JobPhase } from "./contract/jobs.js";

// afterOutput: output plugins
export type { AfterOutput, OutputContext } from "./contract/hooks.js";
export type { Output } from "./contract/jobs.js";

// Backends
export type { BackendKind, BackendOpenOptions } from "./contract/plugins.js";
export type * from "./contract/backend.js";
export type * from "./contract/backend-info.js";
export type * from "./contract/backend-calls.js";
export type * from "./contract/backend-events.js";
export type * from "./contract/neutral-request.js";
export type { PromptWait } from "./contract/events.gen.js";
export type * from "./contract/facets.js";
export type * from "./contract/server-facets.js";
export type * from "./contract/calls.js";
export type * from "./contract/farm-facets.js";
export type * from "./contract/failures-facet.js";
export { priorities, type Priority } from "./contract/priority.js";
export type * from "./contract/catalog.js";
export type * from "./contract/extension-facet.js";
export type * from "./contract/process-facets.js";

// APIs
export type * from "./contract/apis.js";
export type * from "./contract/direct-facet.js";

// Secret stores
export type { SecretStore, SecretStoreKind } from "./contract/secrets.js";

// Errors
export { changedError, defineErrors, PictorError, reasonOf } from "./base/errors/pictor-error.js";
export type {
  DetailsOf,
  ErrorEntry,
  ErrorFactory,
  FaultOptions,
  Placeholders,
} from "./base/errors/pictor-error.js";
export { fault } from "./base/errors/error-catalog.js";
export { systemCode } from "./base/errors/system-code.js";
export { jsonPointer } from "./base/json-pointer.js";
export { didYouMean, knownNames, nearest } from "./base/nearest.js";

// Functions for handlers, graphs, headers, errors, locks and files
export * from "./authoring/index.js";

// Time, waiting, caches
export type { Clock } from "./base/clock.js";
export { linkedController, pause, raceAbort, withTimeout } from "./base/waiting.js";
export { keepNewest } from "./base/keep-newest.js";

// Files, JSON, guards
export { digestOf } from "./base/digest.js";
export { isWithin } from "./base/files/contained-path.js";
export { isDeviceName } from "./base/files/device-name.js";
export { ensureFolder } from "./base/files/ensure-folder.js";
export { shellWord } from "./authoring/shell-word.js";
export { isSecretParameter, secretNamePattern } from "./config/secret-names.js";
export { extensionsOfBytes, mediaTypeOf, signatureBytes } from "./authoring/file-types.js";
export { dataFile, dataFolder, thisMachine, type SystemEnvironment } from "./authoring/data-folder.js";
export { absolutePath, expandHome, homeFolder } from "./base/files/home-folder.js";
export {
  asFilledString,
  asFiniteNumber,
  asString,
  isDeeperThan,
  isRecord,
  isString,
  recordOrEmpty,
} from "./base/guards.js";
export { parseJson, parsePythonJson, stringifyJson } from "./base/json.js";
export { withoutByteOrderMark } from "./base/files/read-text.js";
export { utf16Problem } from "./base/errors/json-syntax-problem.js";
