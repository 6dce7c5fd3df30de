// @pictor/kernel: the minimal kernel, and what services and hosts share with it.

export { edit } from "./authoring/edit-draft.js";
export { setHeader, setQueryParameter } from "./authoring/edit-request.js";
export { emptyDraft } from "./authoring/empty-draft.js";
export { createSingleFlight, type SingleFlight } from "./base/single-flight.js";
export { backoffMs } from "./base/backoff.js";
export { realClock, type Clock } from "./base/clock.js";
export {
  defineErrors,
  reasonOf,
  withDetails,
  type ErrorEntry,
  PictorError,
} from "./base/errors/pictor-error.js";
export { errorCatalog, fault, type ErrorCode } from "./base/errors/error-catalog.js";
export { describeValue } from "./base/errors/explain-violation.js";
export { systemCode } from "./base/errors/system-code.js";
export { dataFile, dataFolder, type SystemEnvironment } from "./base/files/data-folder.js";
export { deepFreeze } from "./base/freeze.js";
export { asFiniteNumber, isRecord, isString, asString } from "./base/guards.js";
export { parseJson, stringifyJson } from "./base/json.js";
export { createKeyedLock, type KeyedLock } from "./base/keyed-lock.js";
export { didYouMean, nearest } from "./base/nearest.js";
export { sortByDependencies } from "./base/topology.js";
export { linkedController, pause, raceAbort, withTimeout } from "./base/waiting.js";
export { checkForm, type FormCheck } from "./config/check-form.js";
export { provideCompiledSettings } from "./config/compiled-settings.js";
export { checkUnresolvedSettings } from "./config/check-unresolved.js";
export { resolveSettings, type SettingsSource } from "./config/resolve-settings.js";
export { withoutRequired, missingFields } from "./config/required-fields.js";
export { formats } from "./config/formats.js";
export { defaultConfiguration, loadConfiguration } from "./config/load-configuration.js";
export { mapFields } from "./config/map-fields.js";
export { mergeLayers } from "./config/merge-layers.js";
export { secretNamePattern, type Redactor } from "./config/redactor.js";
export { referenceOf, mapTexts, resolveReferences, type ReferenceSource } from "./config/references.js";
export { readEntry, saveEntry } from "./config/save-entry.js";
export { readSchema } from "./config/schema-files.js";
export { findSecrets, withoutSecrets } from "./config/secret-fields.js";
export {
  cloneData,
  completeSettings,
  requireSettings,
  type SettingsResult,
} from "./config/complete-settings.js";
export {
  fillKnownVariables,
  fillVariables,
  hasVariable,
  variableNames,
  type VariableSource,
  type Variables,
} from "./config/variables.js";
export { propertySchema, type Schema } from "./config/walk-schema.js";
export { apiVersion } from "./contract/api-version.js";
export type {
  Backend,
  BackendEvent,
  BackendInfo,
  CancelOutcome,
  GraphProblem,
  NodeError,
  PromptState,
  PromptSummary,
  SubmissionSnapshot,
  Receipt,
  Submission,
  SubmitOptions,
  UploadOptions,
} from "./contract/backend.js";
export type { CallOptions, OutputFile } from "./contract/calls.js";
export type { DynamicInputs, Catalog, InputWidget, InputSpec, NodeClass } from "./contract/catalog.js";
export type {
  ClientCertificate,
  Configuration,
  Network as NetworkSection,
  Profile,
} from "./contract/configuration.gen.js";
export type { ConfigurationSources, LoadedConfiguration } from "./contract/configuration.js";
export type {
  Field,
  BooleanField,
  ListField,
  NumberField,
  SettingsSchema,
  TextField,
} from "./contract/dialect.js";
export type {
  AnchorName,
  AnchorTypes,
  Anchors,
  ExtensionRequirement,
  FeatureUse,
  ModelTraits,
  NodeRecipe,
  Params,
  Primary,
  Prompts,
  Sampling,
  WorkflowDraft,
} from "./contract/draft.js";
export type {
  AvailableExtension,
  ChangeOptions,
  ExtensionCapabilities,
  ExtensionAction,
  ExtensionSource,
  ExtensionsFacet,
  InstalledExtension,
  ExtensionSpec,
} from "./contract/extension-facet.js";
export type { BackendFacets } from "./contract/facets.js";
export type { Graph, GraphNode, InputFile, InputValue, Link, TypedLink, NodeId } from "./contract/graph.js";
export {
  bands,
  hookNames,
  phases,
  type Band,
  type CommonBand,
  type HookName,
  type Phase,
} from "./contract/hook-names.js";
export type {
  AfterOutput,
  BatchPlan,
  BeforeFirstBatch,
  BeforeSend,
  BuildContext,
  BuildFilter,
  BuildWorkflow,
  ChainEntry,
  EventContext,
  EventFilter,
  GateContext,
  GateFilter,
  Handler,
  HookContext,
  HookTypes,
  OnEvent,
  OutputContext,
  OutputFilter,
  SendContext,
  SendFilter,
  TapOptions,
} from "./contract/hooks.js";
export type { BackendInstance, BackendSettings, DefaultBackend } from "./contract/instances.js";
export type { Interaction, TextPrompt, Question, UserCode } from "./contract/interaction.js";
export {
  jobPhases,
  type AttachRequest,
  type BuiltWorkflow,
  type CheckResult,
  type GenerateRequest,
  type Generation,
  type GenerationResult,
  type JobEvent,
  type JobPhase,
  type Output,
  type SubmissionResult,
  type ValidateRequest,
  type Veto,
} from "./contract/jobs.js";
export type { Capabilities, KernelOptions, KernelView, LogLine } from "./contract/kernel.js";
export type { Manifest } from "./contract/manifest.gen.js";
export type {
  BackendKind,
  BackendOpenOptions,
  Contribution,
  Files,
  Plugin,
  PluginContext,
  PluginRegistration,
  PluginRecord,
  PluginSource,
  PluginState,
  ProvidedContributions,
} from "./contract/plugins.js";
export type {
  InstallStep,
  UpdateResult,
  InstallationFacet,
  InstanceState,
  LifecycleFacet,
  LogOptions,
  StartOptions,
  StepProgress,
  StepOptions,
} from "./contract/process-facets.js";
export type { ProcessExit, Run, RunOptions, Runner, RunningProcess } from "./contract/processes.js";
export type {
  AuthAction,
  AuthActionContext,
  AuthActionResult,
  AuthActionView,
  AuthScheme,
  AuthStatus,
  ProfileView,
  Profiles,
} from "./contract/profiles.js";
export type {
  AuthSetting,
  HandshakeInput,
  HeaderPair,
  Hop,
  Network,
  OutgoingRequest,
  Purpose,
  Reply,
  RequestBody,
  RequestInput,
  SendOptions,
  Socket,
  SocketHandlers,
} from "./contract/requests.js";
export type { NamedSecrets, SecretStore, SecretStoreKind, Secrets } from "./contract/secrets.js";
export type { AnyNodes, NodeHandle, NodeShape, NodeShapes } from "./contract/typed-nodes.js";
export type { Awaitable, Json, Logger, Problem, Settings } from "./contract/values.js";
export { toProblem, type HookCall, type HookHost } from "./hooks/hook-call.js";
export { CallSignal, type Deadline } from "./hooks/deadline.js";
export { suspendWhileAsking, noInteraction } from "./hooks/interaction.js";
export { Hooks } from "./hooks/hooks.js";
export { createHostTaps } from "./hooks/host-taps.js";
export { rejectionOwner, type RejectionOwner } from "./hooks/rejection-owner.js";
export { createKernel, type Kernel, type KernelRuntime } from "./kernel.js";
export { findUnmatchedFilters } from "./plugins/unmatched-filters.js";
export { validatePluginFolder } from "./plugins/validate-folder.js";
