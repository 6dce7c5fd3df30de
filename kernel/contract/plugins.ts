// The contract of a plugin's module: the context that it receives and the registration that it returns.

import type { Api } from "./apis.js";
import type { Settings, Logger, Awaitable } from "./values.js";
import type { Clock } from "../base/clock.js";
import type { Network } from "./requests.js";
import type { Backend } from "./backend.js";
import type { BackendSettings } from "./instances.js";
import type { Secrets, SecretStoreKind } from "./secrets.js";
import type { RunProgram } from "./processes.js";
import type { InputFile } from "./graph.js";
import type { AuthScheme } from "./profiles.js";
import type { Handler } from "./hooks.js";
import type { Manifest } from "./manifest.gen.js";

/**
 * What a plugin receives. Reading a member that needs a permission throws `PLUGIN_PERMISSION_MISSING` unless the manifest
 * asks for that permission; such a member is then not enumerable either.
 */
export interface PluginContext {
  readonly id: string;
  /** Version of the plugin API that this kernel offers. */
  readonly apiVersion: string;
  /** The configured values for the manifest's `config` schema. */
  readonly config: Settings;
  /** Adds the id of the plugin to every line. */
  readonly logger: Logger;
  /** The clock of the host. A plugin uses it for every timeout and every comparison with an expiry. */
  readonly clock: Clock;
  /** Aborted when the plugin is disposed. */
  readonly signal: AbortSignal;
  /** Registers a callback for the disposal. Callbacks run in reverse order, each within five seconds. */
  onDispose(release: () => Awaitable<void>): void;
  /** Hides this text from now on in every log line, in every error, and from observers. */
  hide(secret: string): void;
  /** Permission `network`: requests through the same hook chain as all others. */
  readonly network: Network;
  /**
   * Permission `backends`: opens a backend of another kind, such as `remote` for an address that this plugin serves.
   */
  readonly backends: {
    /**
     * The caller closes the backend. Rejects with `BACKEND_KIND_UNKNOWN`, `SETTINGS_INVALID`, `CONFIG_...`,
     * `PLUGIN_...`, or with the error of the kind's own `open`.
     */
    open(settings: BackendSettings, options: BackendOpenOptions): Promise<Backend>;
    /**
     * Returns the backend of an instance, which all its users share: the caller does not close it. Opened at the first call; call
     * this method before each use, because an instance whose settings have changed is opened again. `from` is the name of
     * the instance that needs the other one: rejects with `BACKEND_CYCLE` if that one in turn needs `from`, and as
     * `open` does, or with `BACKEND_UNKNOWN`.
     */
    openInstance(name: string, from: string): Promise<Backend>;
  };
  /** Permission `secrets`: the secrets of this plugin, which cannot see those of others. */
  readonly secrets: Secrets;
  /** Permission `process`: starts programs. */
  readonly run: RunProgram;
  /** Permission `files`: creates files for the user, and reads the user's files as inputs. */
  readonly files: Files;
}

/** The files of the user, with permission `files`. */
export interface Files {
  /**
   * Writes a new file below `directory`, completely or not at all, and never over an existing file. The first free name
   * of `names`, which are read after the whole `body`, is used; each name is a relative path that must stay inside
   * `directory`. Resolves to the absolute path. Rejects with `FILE_DISK_FULL`, `FILE_NOT_WRITABLE` (also when every
   * name is taken), `FILE_ESCAPES`, the reason of the signal, or the error of `body`; a failed call leaves no file
   * behind.
   */
  create(
    directory: string,
    names: Iterable<string>,
    body: AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<string>;
  /**
   * Finds out whether files can be created in a folder, which need not exist yet; leaves nothing behind. Rejects with
   * `FILE_DISK_FULL` or `FILE_NOT_WRITABLE`.
   */
  requireWritable(directory: string): Promise<void>;
  /**
   * Makes a file of the user an input of a workflow, for `WorkflowDraft.inputs`. The `name` of the input consists of
   * the file name and a digest of the contents, so that different files never collide. Rejects with
   * `INPUT_NOT_READABLE`; so does `InputFile.open` when the file has changed since.
   */
  input(path: string, signal?: AbortSignal): Promise<InputFile>;
}

export interface BackendOpenOptions {
  /** The instance's name in the configuration. */
  readonly name: string;
  /** When aborted, the backend must end at once, whether or not it was closed. */
  readonly signal: AbortSignal;
}

/** Opens backends of one kind. */
export interface BackendKind {
  /**
   * `settings` fit the schema of the kind and have absolute paths; `auth` is the name of the profile to use for every
   * request. A rejection is passed on to the caller, and the next call opens again.
   */
  open(settings: Settings, opening: BackendOpenOptions & { readonly auth?: string }): Promise<Backend>;
}

/** The implementations of the manifest's `contributes`, by the ids of the contributions. */
export interface ProvidedContributions {
  /** An auth scheme without status, actions and tokens of its own needs no entry. */
  readonly authSchemes?: Readonly<Record<string, AuthScheme>>;
  readonly backends?: Readonly<Record<string, BackendKind>>;
  readonly secretStores?: Readonly<Record<string, SecretStoreKind>>;
  readonly apis?: Readonly<Record<string, Api>>;
}

/** What a plugin's function returns. It must provide the names that the manifest declares, and no others. */
export interface PluginRegistration {
  /** Handlers by the names that auth schemes, features and `taps[]` use. */
  readonly handlers?: Readonly<Record<string, Handler>>;
  readonly provides?: ProvidedContributions;
  /** Runs at disposal before the callbacks of `PluginContext.onDispose`, within five seconds. */
  dispose?(): Awaitable<void>;
}

/** The default export of a plugin's module. The function connects the parts of the plugin and contains no logic. */
export type Plugin = (context: PluginContext) => Awaitable<PluginRegistration>;

/** Imports the module at `url`, the `main` of the plugin in `folder`, which is a real path. */
export type ImportModule = (url: string, folder: string) => Promise<{ readonly default?: unknown }>;

/** Where a plugin comes from. */
export type PluginSource =
  /**
   * A folder with a plugin.json. `validated` is the content of that file if a kernel with the same `apiVersion` has
   * validated it before: the file is then not read.
   */
  | { readonly kind: "directory"; readonly path: string; readonly validated?: Manifest }
  /** A folder whose child folders are plugins. */
  | { readonly kind: "collection"; readonly path: string }
  /** A plugin in code, for tests and embedders. */
  | { readonly kind: "inline"; readonly manifest: unknown; readonly plugin: Plugin };

/**
 * The states of a plugin: `valid` (its manifest was checked), `loaded` (its module was imported), `ready` (its function
 * has returned, and its handlers can be called), `disposed`; or `failed` or `disabled`, with a reason.
 */
export type PluginState =
  | { readonly state: "valid" | "loaded" | "ready" | "disposed" }
  | { readonly state: "failed" | "disabled"; readonly reason: string };

/** A plugin as hosts see it. */
export interface PluginRecord {
  readonly id: string;
  /** Absolute path of the plugin's folder, or `inline` for a plugin in code. */
  readonly origin: string;
  readonly manifest: Manifest;
  readonly status: PluginState;
}

/** An entry of a manifest's `contributes`, with the id of its plugin. */
export type Contribution<Kind extends keyof NonNullable<Manifest["contributes"]>> = NonNullable<
  NonNullable<Manifest["contributes"]>[Kind]
>[number] & { readonly plugin: string };
