// @pictor/host: createPictor, and what programs that embed Pictor need with it. Other types of the contract are in
// @pictor/kernel.

export { createPictor } from "./create-pictor.js";
export type { Pictor, PictorOptions } from "./types.js";
export { builtinPackages, builtinSources, defaultBackends } from "./builtins.js";
export { rejectionOwner, type RejectionOwner } from "./rejection-owner.js";

// Configuration
export { loadPictorConfiguration, topLayer, type HostConfigurationOptions } from "./load-configuration.js";
export { configurationFiles } from "./configuration-files.js";
export { loadConfiguration } from "@pictor/kernel";
export type {
  Configuration,
  ConfigurationSources,
  LoadedConfiguration,
  Logger,
  LogLine,
} from "@pictor/kernel";

// Plugins
export { checkPluginFolder, type PluginFolderReport } from "./check-plugin-folder.js";
export { forgetModules } from "./plugin-modules/import-plugin-module.js";
export type { Contribution, Manifest, PluginSource, SettingsSchema } from "@pictor/kernel";

// Errors, and values for other processes
export { PictorError } from "@pictor/kernel";
export type { ErrorClass, ErrorCode, Json, Problem } from "@pictor/kernel";
export { parseJson, stringifyJson } from "@pictor/kernel";
export { errorToJson, eventToJson, outputToJson, resultToJson } from "./codec/to-json.js";
export type { ErrorJson, EventJson, OutputJson, Redact, ResultJson } from "./codec/to-json.js";
export { errorFromJson, eventFromJson, outputFromJson } from "./codec/from-json.js";
export { resultFromJson, type Sources } from "./codec/from-json.js";

// Questions
export type { Choice, Interaction, Question, TextPrompt, UserCode } from "@pictor/kernel";

// Requests and profiles
export type { ProfileView, Reply, RequestInput, SendOptions } from "@pictor/kernel";

// Backends and generations
export type { Backend, BackendInstance, Catalog } from "@pictor/kernel";
export type {
  AttachRequest,
  CheckResult,
  GenerateRequest,
  Generation,
  GenerationResult,
  Graph,
  JobEvent,
  Output,
  Params,
  SubmissionResult,
  ValidateRequest,
  WorkflowDraft,
} from "@pictor/kernel";
