// What a plugin's code gives and gets: the module contract behind a manifest.

import type { Settings, Logger, Awaitable } from "./values.js";
import type { Clock } from "../base/clock.js";
import type { Network } from "./requests.js";
import type { Backend } from "./backend.js";
import type { Secrets, SecretStoreKind } from "./secrets.js";
import type { Run } from "./processes.js";
import type { InputFile } from "./graph.js";
import type { AuthScheme } from "./profiles.js";
import type { Handler } from "./hooks.js";
import type { Manifest } from "./manifest.gen.js";

/** What a plugin receives. A member of a permission is absent unless the manifest asks for it. */
export interface PluginContext {
  readonly id: string;
  /** Version of the plugin API that this kernel offers. */
  readonly apiVersion: string;
  /** The host's values for the manifest's `config`. */
  readonly config: Settings;
  /** Its lines carry the plugin's id. */
  readonly logger: Logger;
  /** The time, as the host has it: what waits or looks at an expiry goes through it. */
  readonly clock: Clock;
  /** Aborted when the plugin is disposed. */
  readonly signal: AbortSignal;
  /** Runs at disposal, last in, first out, each within five seconds. */
  onDispose(release: () => Awaitable<void>): void;
  /** From now on this text is hidden in every log, error and observer's view. */
  hide(secret: string): void;
  /** Permission `network`: requests through the same chain as everybody's. */
  readonly network?: Network;
  /** Permission `backends`: opens another kind, such as `remote` on an address that this plugin serves. */
  readonly backends?: {
    /**
     * The opener closes it. Rejects with `BACKEND_KIND_UNKNOWN`, `SETTINGS_INVALID`, `CONFIG_...`, `PLUGIN_...`, or with
     * what the kind throws.
     */
    open(
      settings: { readonly kind: string; readonly auth?: string } & Settings,
      options: BackendOpenOptions,
    ): Promise<Backend>;
  };
  /** Permission `secrets`: records under this plugin's own name; it cannot see others. */
  readonly secrets?: Secrets;
  /** Permission `process`: the one way to run programs. */
  readonly run?: Run;
  /** Permission `files`: the one way to make a file for the person, and to take one of theirs as an input. */
  readonly files?: Files;
}

/** The person's files, with permission `files`. */
export interface Files {
  /**
   * Writes a new file below `directory`: whole or not at all, never over an existing one. `names` are tried in turn
   * until one is free; each is a relative path that stays inside. Settles with the absolute path. Rejects with
   * `FILE_DISK_FULL`, `FILE_NOT_WRITABLE` (also when every name is taken), `FILE_ESCAPES`, the signal's reason, or with
   * what `body` throws; then nothing is left behind.
   */
  create(
    directory: string,
    names: Iterable<string>,
    body: AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<string>;
  /**
   * A file of the person's as an input of a workflow, for `WorkflowDraft.inputs`. Its `name` is made of its own name and
   * its contents: equal files are one, different ones never meet. Rejects with `INPUT_NOT_READABLE`, as its `open` does when it
   * has changed since.
   */
  input(path: string, signal?: AbortSignal): Promise<InputFile>;
}

/** Who opens a backend, and for how long. */
export interface BackendOpenOptions {
  /** The instance's name in the configuration. */
  readonly name: string;
  /** Aborted when it must end at once, whether or not it was closed. */
  readonly signal: AbortSignal;
}

/** Opens backends of one kind. */
export interface BackendKind {
  /**
   * `settings` are those of the kind's own schema, with absolute paths; `auth` is the name of the profile for every call.
   * A rejection is told to whoever asked for the backend, and the next one tries again.
   */
  open(settings: Settings, opening: BackendOpenOptions & { readonly auth?: string }): Promise<Backend>;
}

/** What the code provides for the manifest's `contributes`, by id. */
export interface ProvidedContributions {
  readonly authSchemes?: Readonly<Record<string, AuthScheme>>;
  readonly backends?: Readonly<Record<string, BackendKind>>;
  readonly secretStores?: Readonly<Record<string, SecretStoreKind>>;
}

/** What a plugin's function returns. Each name must be declared in the manifest, and each declared one provided. */
export interface PluginRegistration {
  /** By the names that `taps[]` uses. */
  readonly handlers?: Readonly<Record<string, Handler>>;
  readonly provides?: ProvidedContributions;
  /** Runs first at disposal, within five seconds; see `PluginContext.onDispose`. */
  dispose?(): Awaitable<void>;
}

/** The default export of a plugin's module. It wires and holds no logic. */
export type Plugin = (context: PluginContext) => Awaitable<PluginRegistration>;

/** Where a plugin comes from. */
export type PluginSource =
  /** A folder with a plugin.json. */
  | { readonly kind: "directory"; readonly path: string }
  /** A folder whose child folders are plugins. */
  | { readonly kind: "collection"; readonly path: string }
  /** Tests and embedders. */
  | { readonly kind: "inline"; readonly manifest: unknown; readonly plugin: Plugin };

/**
 * The life of a plugin: its manifest is `valid`; its module was imported (`loaded`); its function has returned and its
 * handlers can be called (`ready`); `disposed`. Or `failed` or `disabled`, with a reason.
 */
export type PluginState =
  | { readonly state: "valid" | "loaded" | "ready" | "disposed" }
  | { readonly state: "failed" | "disabled"; readonly reason: string };

/** A plugin as the hosts see it. */
export interface PluginRecord {
  readonly id: string;
  /** Absolute path of its folder, or `inline`. */
  readonly origin: string;
  readonly manifest: Manifest;
  readonly status: PluginState;
}

/** An entry of a manifest's `contributes`, with the id of the plugin that it comes from. */
export type Contribution<Kind extends keyof NonNullable<Manifest["contributes"]>> = NonNullable<
  NonNullable<Manifest["contributes"]>[Kind]
>[number] & { readonly plugin: string };
