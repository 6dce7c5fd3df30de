// Options and result of createServices.

import type { Tracing } from "./tracing/tracing.js";
import type {
  Api,
  BackendInfo,
  BackendInstance,
  BackendSettings,
  EnvironmentVariables,
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
  Problem,
  Profiles,
  Reply,
  SendOptions,
  SubmissionResult,
  ValidateRequest,
} from "@pictor/kernel";
import type { CertificateCheck } from "./requests/network.js";
import type { CookieJars } from "./requests/cookie-jars.js";
import type { HostRequest } from "./requests/fill-request.js";

/** Options of `createServices`. */
export interface ServicesOptions {
  /**
   * Instances that need no configuration, in order of preference. If no backend is configured, the first one that has no
   * probe or whose probe answers as expected is used. Each can be opened by its name.
   */
  readonly defaultBackends?: readonly DefaultBackend[];
  /** Id of the secret store to use when the configuration names none; default `memory`. */
  readonly defaultSecretStore?: string;
  /** Interaction with the user. Default: every question takes its safe choice. */
  readonly interaction?: Interaction;
  /** Traces the jobs. Default: nothing is traced. */
  readonly tracing?: Tracing;
}

/** The view of the services for hosts. After `Services.end`, calls fail with `KERNEL_DISPOSED`. */
export interface ServicesView {
  /** Saved auth settings: their states, actions and changes. */
  readonly profiles: Profiles;
  /** The named secrets of the user, to which `{ "$secret": "<name>" }` refers. */
  readonly secrets: NamedSecrets;
  /** Name of the active environment. */
  environment(): string | undefined;
  /**
   * Makes another environment active until the process ends; undefined: none. It counts for requests and profiles from
   * now on, and for backends that are opened later. Writes no file. Throws `ENVIRONMENT_UNKNOWN`.
   */
  chooseEnvironment(name: string | undefined): void;
  /**
   * A value of the configuration with its references resolved; `where` is its place for errors. What was read is hidden
   * in every log line and error from now on. Rejects with `CONFIG_REFERENCE_UNRESOLVED`.
   */
  resolveReferences(value: unknown, where: string): Promise<unknown>;
  /** The variables of each environment as they are written, with references in place of secrets. */
  environments(): Readonly<Record<string, EnvironmentVariables>>;
  /**
   * Writes an environment into the configuration file that defines it, else into `LoadedConfiguration.writesTo`. Undefined
   * removes it: no environment is active then if it was. Resolves to the path of the file. Counts as `chooseEnvironment`
   * does. Rejects with `ENVIRONMENT_NAME_INVALID`, `ENVIRONMENT_NEEDED`, `SETTINGS_INVALID`, `CONFIG_SECRET_INLINE`,
   * `CONFIG_...`, `FILE_NOT_WRITABLE`, or the errors of the lock, as `saveBackend` does. A rejected call has written
   * nothing.
   */
  saveEnvironment(name: string, variables: EnvironmentVariables | undefined): Promise<string>;
  /**
   * Connects to an https origin as requests do, and checks its certificate; nothing is sent. Rejects with `REQUEST_...`
   * if it cannot connect, or its certificate has another fault than an unknown issuer.
   */
  checkCertificate(origin: string): Promise<CertificateCheck>;
  /** The cookies that are kept for requests; none unless a person turns them on. */
  readonly cookies: CookieJars;
  /**
   * Sends a request. `{{variables}}` of the active environment are filled in, in the address, the headers, a text body and
   * an inline auth setting. A body can be a list of texts and bytes, which are sent one after another.
   */
  send(request: HostRequest, options?: SendOptions): Promise<Reply>;
  /** Opens a WebSocket, which is closed with the kernel. Variables are filled in as for `send`. */
  readonly connect: Network["connect"];
  /** All instances: the configured ones in the order of the configuration, then `ServicesOptions.defaultBackends`. */
  backends(): readonly BackendInstance[];
  /** The settings of an instance as they are written, with references in place of secrets. Throws `BACKEND_UNKNOWN`. */
  backendSettings(name: string): BackendSettings;
  /**
   * Writes an instance into the configuration file that defines it, else into `LoadedConfiguration.writesTo`. Undefined
   * removes the instance, also as the one that is used when none is named. Resolves to the path of the file. The next
   * `openBackend` uses the new settings; an instance that is open is closed first, which ends jobs that run on it.
   * Other kernels keep the configuration that they have loaded. Rejects with `BACKEND_NAME_INVALID`,
   * `BACKEND_KIND_UNKNOWN`, `SETTINGS_INVALID`, `CONFIG_SECRET_INLINE`, `CONFIG_...` or `FILE_NOT_WRITABLE`. The secret
   * store provides the lock of the file: also rejects with `SECRETS_UNAVAILABLE`, `SECRETS_STORE_UNKNOWN`, or
   * `SECRETS_LOCKED` when another process holds the lock for a minute. A rejected call has written nothing.
   */
  saveBackend(name: string, settings: BackendSettings | undefined): Promise<string>;
  /**
   * Opens a backend with settings that are not saved, asks for its info, and closes it. Rejects as `openBackend` does,
   * or with the error of the backend, for example when it does not answer or refuses the credentials.
   */
  testBackend(settings: BackendSettings, signal: AbortSignal): Promise<BackendInfo>;
  /**
   * Makes an instance the one that is used when none is named, also after the end of the process: the configuration
   * gets its name. Resolves to the path of the file. Rejects with `BACKEND_UNKNOWN`, or as `saveBackend` does.
   */
  chooseBackend(name: string): Promise<string>;
  /**
   * Opens an instance, and keeps it open until `dispose`. Without a name, chooses an instance as `generate` does. Rejects
   * with `BACKEND_UNKNOWN`, `BACKEND_NONE`, `BACKEND_KIND_UNKNOWN`, `SETTINGS_INVALID`, `CONFIG_...`, as `load` does, or
   * with the error of the kind's own `open`; the next call tries again.
   */
  openBackend(name?: string): Promise<{ readonly instance: BackendInstance; readonly backend: Backend }>;
  /** The instances that are open now. Opens nothing. */
  openedBackends(): readonly { readonly instance: BackendInstance; readonly backend: Backend }[];
  /**
   * The API of a plugin, for a server that has checked the caller. Rejects with `API_UNKNOWN`, or as `load` does.
   */
  openApi(id: string): Promise<Api>;
  /** The folder in which results are saved, unless a request names another one. */
  outputDirectory(): string;
  /**
   * Builds the drafts that `generate` would submit, and runs nothing. Rejects with `WORKFLOW_...`, `FEATURE_...`,
   * `SETTINGS_INVALID`, `PARAM_NO_OPTIONS`, `GRAPH_INVALID`, or the error of a handler; if the catalog of the backend is
   * needed, also as `openBackend` and `Backend.catalog` do. `request.report` is called for each problem that does not keep
   * the drafts from being built.
   */
  build(
    request: Omit<GenerateRequest, "directory"> & { readonly report?: (problem: Problem) => void },
  ): Promise<BuiltWorkflow>;
  /**
   * Resolves to all problems of the graph on the backend; none if the backend would accept it. Rejects as `openBackend` and
   * `Backend.catalog` do.
   */
  validate(request: ValidateRequest): Promise<readonly PictorError[]>;
  /**
   * Starts a generation, which runs from the next microtask on. Every outcome is a `result`, even that of invalid
   * input, or `KERNEL_DISPOSED` after `dispose`.
   */
  generate(request: GenerateRequest): Generation;
  /**
   * Builds, validates, uploads and submits, without waiting for the prompts, which continue when this process has ended.
   * If a batch is refused or the signal is aborted, the batches that were already submitted are revoked. All batches of a new job
   * are submitted: who goes on with an earlier job calls `generate`.
   */
  submit(
    request: Omit<GenerateRequest, "directory" | "savesTexts" | "retry" | "batches" | "continues">,
  ): Promise<SubmissionResult>;
  /**
   * Does what `generate` does before its first upload: builds, opens the backend, runs the gates (which may ask the user
   * and change the backend) and validates. Submits nothing.
   */
  check(request: Omit<GenerateRequest, "directory">): Promise<CheckResult>;
  /** Follows a submitted prompt to its end, by the record that the server keeps of it. */
  attach(request: AttachRequest): Generation;
}

/** The services of one kernel. */
export interface Services {
  readonly view: ServicesView;
  /** Ends the jobs, the backends and the secret store. Called before the kernel is disposed. */
  end(): Promise<void>;
  /** Closes the remaining connections. Called after the kernel was disposed, because plugins may send requests until then. */
  close(): Promise<void>;
}
