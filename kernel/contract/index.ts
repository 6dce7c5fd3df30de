// Everything of the contract, for the layers above the kernel. Plugins import a part of it by `@pictor/kernel/plugin`.

export { apiVersion } from "./api-version.js";
export type * from "./apis.js";
export type * from "./backend.js";
export type * from "./backend-calls.js";
export type * from "./backend-events.js";
export type * from "./backend-info.js";
export type * from "./calls.js";
export type * from "./catalog.js";
export type {
  ClientCertificate,
  Configuration,
  Limits,
  Network as NetworkSection,
  Profile,
} from "./configuration.gen.js";
export type * from "./configuration.js";
export type * from "./dialect.js";
export type * from "./direct-facet.js";
export type * from "./draft.js";
export type { JobLine, PromptWait } from "./events.gen.js";
export type * from "./extension-facet.js";
export * from "./facet-names.js";
export type * from "./facets.js";
export type * from "./failures-facet.js";
export type * from "./farm-facets.js";
export type * from "./graph.js";
export { bands, hookNames } from "./hook-names.js";
export type * from "./hook-names.js";
export type * from "./hooks.js";
export type * from "./instances.js";
export type * from "./interaction.js";
export * from "./jobs.js";
export type * from "./job-requests.js";
export type * from "./kernel.js";
export type { Manifest } from "./manifest.gen.js";
export type * from "./neutral-request.js";
export type * from "./plugins.js";
export * from "./priority.js";
export type * from "./process-facets.js";
export type * from "./processes.js";
export type * from "./profiles.js";
export type * from "./requests.js";
export type * from "./secrets.js";
export type * from "./server-facets.js";
export type * from "./typed-nodes.js";
export type * from "./values.js";
