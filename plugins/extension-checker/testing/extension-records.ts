// Short records of extensions, requirements and drafts, and the state of a fake backend.

import {
  defineErrors,
  emptyDraft,
  type ExtensionAction,
  type ExtensionRequirement,
  type InstalledExtension,
  type PromptSummary,
  type WorkflowDraft,
} from "@pictor/kernel/plugin";

export const fault = defineErrors({
  EXTENSION_INSTALL_FAILED: {
    class: "upstream",
    message: "{id} could not be installed: {reason}.",
    fix: "Look at its log.",
  },
  EXTENSION_UPDATE_FAILED: {
    class: "upstream",
    message: "{id} could not be updated: {reason}.",
    fix: "Look at its log.",
  },
  MANAGED_NOT_STARTED: {
    class: "upstream",
    message: "The server does not start: {reason}.",
    fix: "Look at its log.",
  },
  BACKEND_UNREACHABLE: { class: "upstream", message: "{name} does not answer.", fix: "Start it." },
});

/** An extension in the index of the fake backend: its versions and its node classes. */
export interface Pack {
  readonly versions?: readonly string[];
  readonly classes?: readonly string[];
  readonly registryId?: string;
  /** Whether its source is unknown, or no version matches. */
  readonly isLost?: "no source" | "no version";
  /** Why the server cannot load it. */
  readonly failure?: string;
  /** Why its update or installation fails. */
  readonly fails?: string;
  /** Its version is unknown. */
  readonly isMute?: true;
  /** Its update takes effect after a restart, and the new version is unknown until then. */
  readonly isPending?: true;
}

export interface BackendState {
  readonly installed: InstalledExtension[];
  readonly packs: Readonly<Record<string, Pack>>;
  /** Node classes of the server itself. */
  readonly core: readonly string[];
  readonly can: readonly ExtensionAction[];
  readonly reason?: string;
  state: "running" | "stopped" | "crashed" | "absent";
  /** States of the prompts at each query; the last entry is used from then on. */
  readonly queue: (readonly PromptSummary["state"][])[];
  readonly hasFacet: boolean;
  readonly hasLifecycle: boolean;
  readonly restartFails?: Error;
  readonly providersFail?: Error;
  /** An installation waits for this promise. */
  readonly gate?: Promise<void>;
}

/** A running server that can do everything and has no extension, with these changes. */
export const stateWith = (change: Partial<BackendState>): BackendState => ({
  packs: {},
  core: ["KSampler"],
  can: ["install", "update", "enable", "disable", "remove"],
  state: "running",
  queue: [],
  hasFacet: true,
  hasLifecycle: true,
  ...change,
  installed: [...(change.installed ?? [])],
});

export const installedAt = (
  id: string,
  version?: string,
  more: Partial<InstalledExtension> = {},
): InstalledExtension => ({
  id,
  place: id.split("/").at(-1) ?? id,
  origin: "git",
  repositories: id.includes("/") ? [`https://github.com/${id}`] : [],
  enabled: true,
  ...(version !== undefined && { version }),
  ...more,
});
export const need = (id: string, range = "*", ...nodeClasses: readonly string[]): ExtensionRequirement => ({
  id,
  range,
  nodeClasses,
});
/** A draft whose graph uses these node classes. */
export const draft = (
  classes: readonly string[],
  ...requires: readonly ExtensionRequirement[]
): WorkflowDraft => ({
  ...emptyDraft,
  graph: Object.fromEntries(classes.map((name) => [name.toLowerCase(), { class_type: name, inputs: {} }])),
  requires,
});
