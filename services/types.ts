// What the services are given, and what they add to a kernel for hosts.

import type {
  BackendInstance,
  BackendSettings,
  BuiltWorkflow,
  DefaultBackend,
  AttachRequest,
  Backend,
  CheckResult,
  GenerateRequest,
  Generation,
  Interaction,
  NamedSecrets,
  Network,
  PictorError,
  Profiles,
  SubmissionResult,
  ValidateRequest,
} from "@pictor/kernel";

/** Options of `createServices`. */
export interface ServicesOptions {
  /**
   * Instances that need no configuration, in order of preference: the first one without a probe, or whose probe
   * answers, is used when no backend is configured. Each can be asked for by name.
   */
  readonly defaultBackends?: readonly DefaultBackend[];
  /** Id of the secret store to use when the configuration names none; default `memory`. */
  readonly defaultSecretStore?: string;
  /** How to talk to the person. Without one, every question takes its safe answer. */
  readonly interaction?: Interaction;
}

/** What the services add to a kernel for hosts. After `Services.end` the calls fail with `KERNEL_DISPOSED`. */
export interface ServicesView {
  /** Saved auth settings: their states, actions and changes. */
  readonly profiles: Profiles;
  /** The person's secrets, for `{ "$secret": "<name>" }`: written here, and never read. */
  readonly secrets: NamedSecrets;
  /** `{{variables}}` of the active environment are filled in the address, the headers, a text body and an inline setting. */
  readonly send: Network["send"];
  /** Opens a WebSocket; variables are filled as for `send`. It ends with the kernel. */
  readonly connect: Network["connect"];
  /** Every instance that can be named: the configured ones in their order, then `ServicesOptions.defaultBackends`. */
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
   * `SETTINGS_INVALID`, `GRAPH_INVALID`, what a handler threw, and, where the backend's catalog is needed, as `openBackend`.
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
}

/** The services of one kernel. */
export interface Services {
  readonly view: ServicesView;
  /** Ends jobs, backends and the secret store. Called before the kernel is disposed. */
  end(): Promise<void>;
  /** Closes the remaining connections. Called after the kernel was disposed: plugins may send requests until then. */
  close(): Promise<void>;
}
