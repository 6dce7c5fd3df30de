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
  readonly plugin?: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface KernelOptions {
  /** Where plugins come from, built-ins first. */
  readonly sources: readonly PluginSource[];
  /** From `loadConfiguration`; default: the built-in defaults. */
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
  readonly workflow: string;
  /** With defaults, choices taken from the backend's catalogue, and the seed. */
  readonly params: Params;
  readonly seed: bigint;
  /** One for each batch. */
  readonly drafts: readonly WorkflowDraft[];
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
  readonly kind: string;
  readonly auth?: string;
  /** `default` for those that the host offers without configuration. */
  readonly origin: "configured" | "default";
}

export type Contribution<Kind extends keyof NonNullable<Manifest["contributes"]>> = NonNullable<
  NonNullable<Manifest["contributes"]>[Kind]
>[number] & { readonly plugin: string };

export interface Kernel {
  /** Every known plugin with its state; nothing has been imported yet. */
  plugins(): readonly PluginRecord[];
  /** All problems of all plugins that were found, in one list. */
  problems(): readonly PictorError[];
  /** Contributions of the enabled plugins. */
  contributions<Kind extends keyof NonNullable<Manifest["contributes"]>>(
    kind: Kind,
  ): readonly Contribution<Kind>[];
  /** The resolved chain of a hook, in the order in which it runs. */
  inspect(hook: HookName): readonly ChainEntry[];
  /** Taps of the host itself; each call returns its disposer. */
  readonly hooks: {
    readonly [Hook in HookName]: {
      tap(
        options: TapOptions<Hook> & { readonly name?: string },
        handler: HookTypes[Hook]["handler"],
      ): () => void;
    };
  };
  /** Saved auth settings: their states, actions and changes. */
  readonly profiles: Profiles;
  readonly secrets: NamedSecrets;
  /** `{{variables}}` of the active environment are filled in the address, the headers, a text body and an inline setting. */
  readonly send: Network["send"];
  readonly connect: Network["connect"];
  backends(): readonly BackendInstance[];
  /**
   * Writes an instance into the configuration file that has it, else into the project's, else into the user's; undefined
   * takes it out. Settles with the file. A kernel that exists goes on with what it was made with. What cannot be right is
   * refused, and nothing is written: `BACKEND_NAME_INVALID`, `BACKEND_KIND_UNKNOWN`, `SETTINGS_INVALID`,
   * `CONFIG_SECRET_INLINE`, `CONFIG_...`, `FILE_NOT_WRITABLE`.
   */
  saveBackend(name: string, settings: BackendSettings | undefined): Promise<string>;
  /** Chooses as `generate` does when no name is given. Opened once per name and kept until `dispose`. */
  openBackend(name?: string): Promise<{ readonly instance: BackendInstance; readonly backend: Backend }>;
  /** Builds without running: what `generate` would submit. */
  build(request: Omit<GenerateRequest, "directory">): Promise<BuiltWorkflow>;
  /** Every problem that the graph has on the backend; none where it would be taken. */
  validate(request: ValidateRequest): Promise<readonly PictorError[]>;
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
  /** Imports a plugin now and checks that its code matches its manifest. */
  load(id: string): Promise<PluginRecord>;
  /** Ends jobs (what `attach` follows goes on on its server), backends and plugins; leaves no tap, timer, socket or listener. */
  dispose(): Promise<void>;
}
