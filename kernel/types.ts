// What a host sees: the options of createKernel and the Kernel itself.

import type { Backend } from "./backend/types.js";
import type { LoadedConfiguration } from "./config/types.js";
import type { PictorError } from "./errors/define.js";
import type {
  AttachRequest,
  CheckResult,
  GenerateRequest,
  Generation,
  Graph,
  Params,
  SubmissionResult,
  ValidateRequest,
  WorkflowDraft,
} from "./generation/types.js";
import type { Clock } from "./hooks/clock.js";
import type { ChainEntry, HookName, HookTypes, Interaction, TapOptions } from "./hooks/types.js";
import type { Manifest } from "./plugins/manifest.gen.js";
import type { PluginRecord, PluginSource, Settings } from "./plugins/types.js";
import type { Profiles } from "./profiles/types.js";
import type { Network } from "./request/types.js";
import type { NamedSecrets } from "./secrets/types.js";

/** One line of the kernel's log, already redacted. */
export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  /** Id of the plugin that wrote it; absent for the kernel's own. */
  readonly plugin?: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What `createKernel` is given. */
export interface KernelOptions {
  /** Where plugins come from, built-ins first. */
  readonly sources: readonly PluginSource[];
  /**
   * From `loadConfiguration`. Default: what it finds by itself, the `pictor.json` of the working directory above the
   * built-in defaults; `createKernel` rejects then with `CONFIG_NOT_READABLE`, `CONFIG_NOT_JSON` or `CONFIG_INVALID`.
   */
  readonly configuration?: LoadedConfiguration;
  /**
   * Instances that need no configuration, in order of preference: the first one without a probe, or whose probe
   * answers, is used when no backend is configured. Each can be asked for by name.
   */
  readonly defaultBackends?: readonly DefaultBackend[];
  /** Id of the secret store to use when the configuration names none; default `memory`. */
  readonly defaultSecretStore?: string;
  /** How to talk to the person. Without one, every question takes its safe answer. */
  readonly interaction?: Interaction;
  /** Receives the log. Default: nothing is written. */
  readonly log?: (line: LogLine) => void;
  /** Default: the real one. */
  readonly clock?: Clock;
  /** Default `false`. With it, `strayOwner()` names the plugin behind an unhandled rejection; costs some speed. */
  readonly attributeStrays?: boolean;
}

/** The drafts of a generation, and the values that were used to build them. */
export interface BuiltWorkflow {
  /** Its id. */
  readonly workflow: string;
  /**
   * With defaults, choices taken from the backend's catalogue, and the seed; without secrets, so that they can be shown
   * and kept.
   */
  readonly params: Params;
  /** Of the first batch. */
  readonly seed: bigint;
  /** One for each batch. */
  readonly drafts: readonly WorkflowDraft[];
  /** Those of the drafts. */
  readonly graphs: readonly Graph[];
}

/** An instance as a configuration file has it. */
export type BackendSettings = { readonly kind: string; readonly auth?: string } & Settings;

/** A backend instance that a host offers without configuration. */
export interface DefaultBackend {
  readonly name: string;
  readonly settings: BackendSettings;
  /** An address that must answer (with any status) for this one to be chosen. */
  readonly probeUrl?: string;
}

/** A backend instance that can be opened. */
export interface BackendInstance {
  readonly name: string;
  /** Id of a contributed kind. */
  readonly kind: string;
  /** Name of the profile for its calls. */
  readonly auth?: string;
  /** `default` for those that the host offers without configuration. */
  readonly origin: "configured" | "default";
}

/** An entry of a manifest's `contributes`, with the id of the plugin that it comes from. */
export type Contribution<Kind extends keyof NonNullable<Manifest["contributes"]>> = NonNullable<
  NonNullable<Manifest["contributes"]>[Kind]
>[number] & { readonly plugin: string };

/** What `createKernel` settles with. After `dispose` its calls fail with `KERNEL_DISPOSED`. */
export interface Kernel {
  /** Every known plugin with its state; asking imports nothing. */
  plugins(): readonly PluginRecord[];
  /** All problems of all plugins that were found, in one list. */
  problems(): readonly PictorError[];
  /** Contributions of the enabled plugins. */
  contributions<Kind extends keyof NonNullable<Manifest["contributes"]>>(
    kind: Kind,
  ): readonly Contribution<Kind>[];
  /** The resolved chain of a hook, in the order in which it runs. */
  inspect(hook: HookName): readonly ChainEntry[];
  /** Taps of the host itself, in the same chains as those of plugins. */
  readonly hooks: {
    readonly [Hook in HookName]: {
      /**
       * Gives what removes it; calls that are under way end as they began. Throws `HOOK_PLACE_UNKNOWN`,
       * `HOOK_ORDER_UNKNOWN` or `HOOK_ORDER_CYCLE`; then there is no such tap.
       */
      tap(
        options: TapOptions<Hook> & { readonly name?: string },
        handler: HookTypes[Hook]["handler"],
      ): () => void;
    };
  };
  /** Saved auth settings: their states, actions and changes. */
  readonly profiles: Profiles;
  /** The person's secrets, for `{ "$secret": "<name>" }`: written here, and never read. */
  readonly secrets: NamedSecrets;
  /** `{{variables}}` of the active environment are filled in the address, the headers, a text body and an inline setting. */
  readonly send: Network["send"];
  /** Opens a WebSocket; variables are filled as for `send`. It ends with the kernel. */
  readonly connect: Network["connect"];
  /** Every instance that can be named: the configured ones in their order, then `KernelOptions.defaultBackends`. */
  backends(): readonly BackendInstance[];
  /**
   * Writes an instance into the configuration file that has it, else into the project's, else into the user's; undefined
   * takes it out. Settles with the file. A kernel that exists goes on with what it was made with. What cannot be right is
   * refused, and nothing is written: `BACKEND_NAME_INVALID`, `BACKEND_KIND_UNKNOWN`, `SETTINGS_INVALID`,
   * `CONFIG_SECRET_INLINE`, `CONFIG_...`, `FILE_NOT_WRITABLE`. The lock on the file is the secret store's: the same with
   * `SECRETS_UNAVAILABLE`, `SECRETS_STORE_UNKNOWN` and, when another process writes for a minute, `SECRETS_LOCKED`.
   */
  saveBackend(name: string, settings: BackendSettings | undefined): Promise<string>;
  /**
   * Chooses as `generate` does when no name is given. Opened once per name and kept until `dispose`. Rejects with
   * `BACKEND_UNKNOWN`, `BACKEND_KIND_UNKNOWN`, `SETTINGS_INVALID`, `CONFIG_...`, as `load`, or with what the kind throws;
   * the next call tries again.
   */
  openBackend(name?: string): Promise<{ readonly instance: BackendInstance; readonly backend: Backend }>;
  /**
   * Builds without running: what `generate` would submit. Rejects with `WORKFLOW_UNKNOWN`, `FEATURE_...`,
   * `SETTINGS_INVALID`, `GRAPH_INVALID`, what a handler threw, and, where the backend's catalogue is needed, as `openBackend`.
   */
  build(request: Omit<GenerateRequest, "directory">): Promise<BuiltWorkflow>;
  /** Every problem that the graph has on the backend; none where it would be taken. Rejects as `openBackend` and `Backend.catalog`. */
  validate(request: ValidateRequest): Promise<readonly PictorError[]>;
  /** Starts a generation, which runs from the next microtask on. However it ends, also by bad input, is its `result`. */
  generate(request: GenerateRequest): Generation;
  /**
   * Builds, checks, uploads and submits, and does not wait: the prompts run on when this process is gone. All batches
   * are in the backend's queue, or, when one is refused or the signal is aborted, none.
   */
  submit(request: Omit<GenerateRequest, "directory">): Promise<SubmissionResult>;
  /**
   * What `generate` does before its first upload: builds, opens the backend, passes the gates (which may ask the person,
   * and change the backend) and validates. Nothing is submitted.
   */
  check(request: Omit<GenerateRequest, "directory">): Promise<CheckResult>;
  /** Follows a prompt to its end: a handle like that of `generate`, rebuilt from the server's own record. */
  attach(request: AttachRequest): Generation;
  /** Removes every known secret from a text. */
  redact(text: string): string;
  /**
   * Imports a plugin now and checks that its code matches its manifest. Rejects with `PLUGIN_UNKNOWN`, `PLUGIN_DISABLED`,
   * `PLUGIN_IMPORT_...`, `PLUGIN_EXPORT_INVALID`, `PLUGIN_APPLY_...`, `PLUGIN_SURFACE`, or, for the values of its config,
   * `SETTINGS_INVALID` or `CONFIG_...`. It is tried once: a plugin that has failed stays `failed`.
   */
  load(id: string): Promise<PluginRecord>;
  /** Ends jobs (what `attach` follows goes on on its server), backends and plugins; leaves no tap, timer, socket or listener. */
  dispose(): Promise<void>;
}
