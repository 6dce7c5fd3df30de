// @pictor/host: createPictor, and what programs that embed Pictor need with it.

export { createPictor } from "./create-pictor.js";
export { checkPluginFolder, type PluginFolderReport } from "./check-plugin-folder.js";
export { loadPictorConfiguration, topLayer, type HostConfigurationOptions } from "./load-configuration.js";
export { forgetModules } from "./plugin-modules/import-plugin-module.js";
export { openTrustedFolder, trustedFolders } from "./trusted-folders.js";
export { certificatesOf } from "./trusted-certificates.js";
export { isInside, withSlashes } from "./trust/inside.js";
export { isNetworkPath } from "./trust/network-path.js";
export type { TrustedFolder } from "./trust/trusted-folder.js";
export type { Power } from "./trust/power.js";
export type { TrustMode, TrustRecord } from "./trust/trust-file.js";
export type { Pictor, PictorOptions } from "./types.js";
export { builtinPackages, builtinSources, defaultBackends } from "./builtins.js";

// Values for other processes
export { plainRecord } from "./codec/plain-record.js";
export { errorToJson, eventToJson, outputToJson, resultToJson } from "./codec/to-json.js";
export type { ErrorJson, EventJson, OutputJson, Redact, ResultJson } from "./codec/to-json.js";
export { errorFromJson, eventFromJson, outputFromJson } from "./codec/from-json.js";
export { resultFromJson, type Sources } from "./codec/from-json.js";

// Configuration, forms, plugins
export { featureFits } from "./settings-schema/feature-fits.js";
export { plainSchema, type PlainSchema } from "./settings-schema/plain-schema.js";
export { settingsTypes } from "./settings-schema/settings-types.js";
export {
  checkForm,
  hostValidators,
  loadConfiguration,
  validatePluginFolder,
  type FormCheck,
  type Validate,
  type Violation,
} from "@pictor/kernel";
export type {
  Configuration,
  ConfigurationSources,
  EnvironmentVariables,
  LoadedConfiguration,
  Profile,
} from "@pictor/kernel";
export type { Field, BooleanField, ListField, NumberField, SettingsSchema, TextField } from "@pictor/kernel";
export type { Contribution, Plugin, PluginRecord, PluginSource, PluginState } from "@pictor/kernel";
export type { KernelView, LogLine, Manifest } from "@pictor/kernel";
export { apiVersion } from "@pictor/kernel";
export { rejectionOwner, type RejectionOwner } from "./rejection-owner.js";

// Errors and values
export {
  defineErrors,
  contributionKinds,
  contributionNouns,
  cutText,
  didYouMean,
  errorCatalog,
  errorOf,
  fault,
  nearest,
  changedError,
  PictorError,
  problemFor,
  type ErrorClass,
  reasonOf,
  systemCode,
} from "@pictor/kernel";
export {
  absolutePath,
  checkedCopy,
  connectionHeaders,
  dataFile,
  dataFolder,
  discard,
  diskFullFault,
  ensureFolder,
  headerValues,
  homeFolder,
  isModelFile,
  isRecord,
  isToken,
  isWebAddress,
  keepNewest,
  moveFile,
  parseChallenges,
  parseJson,
  parseJsonOrUndefined,
  withoutByteOrderMark,
  raceAbort,
  realClock,
  recordOrEmpty,
  stringifyJson,
  textsIn,
  thisMachine,
} from "@pictor/kernel";
export { ExpiringFiles, fileFault, replaceFile, withFileLock } from "@pictor/services";
export type {
  Awaitable,
  Clock,
  ErrorCode,
  Json,
  Logger,
  SystemEnvironment,
  Problem,
  Settings,
} from "@pictor/kernel";

// Hooks and questions
export { declaredTaps, hookNames } from "@pictor/kernel";
export type { ChainEntry, Handler, HookName, HookTypes, TapOptions } from "@pictor/kernel";
export type { Choice, Interaction, TextPrompt, Question, UserCode } from "@pictor/kernel";

// Requests, profiles, secrets
export type {
  HandshakeInput,
  HeaderPair,
  Hop,
  Network,
  Reply,
  RequestBody,
  PostRedirect,
  RequestInput,
} from "@pictor/kernel";
export type { SendOptions, Socket, SocketHandlers } from "@pictor/kernel";
export type {
  AuthActionView,
  AuthDraft,
  AuthSetting,
  AuthStatus,
  NamedSecrets,
  Profiles,
  ProfileView,
  TokenClaims,
} from "@pictor/kernel";

export { fillKnownVariables, hasVariable, referencesIn, secretNamePattern } from "@pictor/kernel";

// APIs of plugins
export type { Api, ApiContext, ApiProblem, ClientSocket, SocketAcceptance } from "@pictor/kernel";
export type { DirectFacet, DirectRequest } from "@pictor/kernel";

// Backends
export { changeConfiguration, createSlices, withLimit } from "@pictor/services";
export { configurationFiles } from "./configuration-files.js";
export { encodingOf, withAbsolutePaths, withScheme } from "@pictor/services";
export type { CertificateCheck, HostRequest, ServerCertificate, ServicesView } from "@pictor/services";
export type { BackendInstance, BackendSettings, DefaultBackend } from "@pictor/kernel";
export type { Backend, BackendEvent, BackendFacets, BackendInfo, CallOptions, Catalog } from "@pictor/kernel";
export type { InputSpec, NodeClass, OutputFile, PromptState, PromptSummary } from "@pictor/kernel";
export type { AvailableExtension, ExtensionsFacet, InstalledExtension, ExtensionSpec } from "@pictor/kernel";
export type {
  InstallationFacet,
  InstallStep,
  InstanceState,
  LifecycleFacet,
  StepProgress,
} from "@pictor/kernel";

// Generation
export { jobPhases, type BuiltWorkflow } from "@pictor/kernel";
export type {
  AttachRequest,
  CheckResult,
  GenerateRequest,
  Generation,
  GenerationResult,
} from "@pictor/kernel";
export type {
  FeatureUse,
  Graph,
  GraphNode,
  InputFile,
  InputValue,
  JobEvent,
  JobPhase,
  Link,
  TypedLink,
} from "@pictor/kernel";
export type {
  NodeId,
  Output,
  Params,
  SubmissionResult,
  ValidateRequest,
  Veto,
  WorkflowDraft,
} from "@pictor/kernel";

// Records in the parameters and results of facets and actions
export type { CancelOutcome, GraphProblem, Receipt, SubmissionSnapshot } from "@pictor/kernel";
export { priorities, type Priority } from "@pictor/kernel";
export type {
  FarmStatus,
  MemberBackend,
  MembersFacet,
  MemberStatus,
  OwnerStatus,
  WorkEvent,
  WorkFacet,
  WorkOptions,
} from "@pictor/kernel";
export type { ChangeOptions, ExtensionAction, ExtensionRequirement, ExtensionSource } from "@pictor/kernel";
export type { AuthAction, AuthActionContext, OutgoingRequest, ProgressOptions } from "@pictor/kernel";
