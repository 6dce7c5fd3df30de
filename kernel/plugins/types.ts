// What a plugin's code gives and gets: the module contract behind a manifest.

import type { Backend } from "../backend/types.js";
import type { Clock } from "../hooks/clock.js";
import type { InputFile } from "../generation/types.js";
import type { Awaitable, Handler, Json, Logger } from "../hooks/types.js";
import type { Run } from "../processes/types.js";
import type { AuthScheme } from "../profiles/types.js";
import type { Network } from "../request/types.js";
import type { SecretStoreKind, Secrets } from "../secrets/types.js";
import type { Manifest } from "./manifest.gen.js";

export type Permission = "network" | "backends" | "secrets" | "storage" | "process" | "files";

/** Values of a settings schema, validated, defaults filled, frozen. */
export type Settings = Readonly<Record<string, Json>>;

/** What a plugin receives. A member of a permission is absent unless the manifest asks for it. */
export interface PluginContext {
  readonly id: string;
  /** Version of the plugin API that this kernel offers. */
  readonly apiVersion: string;
  readonly config: Settings;
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
    open(
      settings: { readonly kind: string; readonly auth?: string } & Settings,
      options: BackendOpening,
    ): Promise<Backend>;
  };
  /** Permission `secrets`: records under this plugin's own name; it cannot see others. */
  readonly secrets?: Secrets;
  /** Permission `process`: the one way to run programs. */
  readonly run?: Run;
  /** Permission `files`: the one way to make a file for the person, and to take one of theirs as an input. */
  readonly files?: Files;
}

export interface Files {
  /**
   * Writes a new file below `directory`: whole or not at all, never over an existing one. `names` are tried in turn
   * until one is free; each is a relative path that stays inside. Settles with the absolute path.
   */
  create(
    directory: string,
    names: Iterable<string>,
    body: AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<string>;
  /**
   * A file of the person's as an input of a workflow, for `WorkflowDraft.inputs`. Its `name` is made of its own name and
   * its contents: equal files are one, different ones never meet. Rejects with INPUT_NOT_READABLE.
   */
  input(path: string, signal?: AbortSignal): Promise<InputFile>;
}

/** Who opens a backend, and for how long. */
export interface BackendOpening {
  /** The instance's name in the configuration. */
  readonly name: string;
  readonly signal: AbortSignal;
}

/** Opens backends of one kind. */
export interface BackendKind {
  open(settings: Settings, opening: BackendOpening & { readonly auth?: string }): Promise<Backend>;
}

export interface Provides {
  readonly authSchemes?: Readonly<Record<string, AuthScheme>>;
  readonly backends?: Readonly<Record<string, BackendKind>>;
  readonly secretStores?: Readonly<Record<string, SecretStoreKind>>;
}

/** What a plugin's function returns. Each name must be declared in the manifest, and each declared one provided. */
export interface PluginParts {
  readonly handlers?: Readonly<Record<string, Handler>>;
  readonly provides?: Provides;
  dispose?(): Awaitable<void>;
}

/** The default export of a plugin's module. It wires and holds no logic. */
export type Plugin = (context: PluginContext) => Awaitable<PluginParts>;

/** Where a plugin comes from. */
export type PluginSource =
  /** A folder with a plugin.json. */
  | { readonly kind: "directory"; readonly path: string }
  /** A folder whose child folders are plugins. */
  | { readonly kind: "collection"; readonly path: string }
  /** Tests and embedders. */
  | { readonly kind: "inline"; readonly manifest: unknown; readonly plugin: Plugin };

/** `found -> valid -> loaded -> applied -> ready -> disposed`, or `failed` / `disabled` with a reason. */
export type PluginState =
  | { readonly state: "found" | "valid" | "loaded" | "applied" | "ready" | "disposed" }
  | { readonly state: "failed" | "disabled"; readonly reason: string };

/** A plugin as the hosts see it. */
export interface PluginRecord {
  readonly id: string;
  readonly origin: string;
  readonly manifest: Manifest;
  readonly status: PluginState;
}
