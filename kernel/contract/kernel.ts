// Options of createKernel, the capabilities that services add, and the view of hosts.

import type { Clock } from "../base/clock.js";
import type { PictorError } from "../base/errors/pictor-error.js";
import type { LoadedConfiguration } from "./configuration.js";
import type { HookName } from "./hook-names.js";
import type { ChainEntry, HookTypes, TapOptions } from "./hooks.js";
import type { Manifest } from "./manifest.gen.js";
import type {
  Contribution,
  Files,
  ImportModule,
  PluginContext,
  PluginRecord,
  PluginSource,
} from "./plugins.js";
import type { Runner } from "./processes.js";
import type { Network } from "./requests.js";
import type { Secrets } from "./secrets.js";

/** A line of the kernel's log, already redacted. */
export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  /** Id of the plugin that wrote the line; absent for the kernel's own lines. */
  readonly plugin?: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Options of `createKernel`. */
export interface KernelOptions {
  /** Sources of plugins; built-in plugins come first. */
  readonly sources: readonly PluginSource[];
  /** The merged configuration, as `loadConfiguration` returns it. */
  readonly configuration: LoadedConfiguration;
  /** Receives every log line. Default: lines are dropped. */
  readonly log?: (line: LogLine) => void;
  /** The clock. Default: the real clock. */
  readonly clock?: Clock;
  /**
   * Whether `rejectionOwner()` names the plugin behind every unhandled rejection, and its hook. Default `false`, because
   * that slows down every promise of the process: `rejectionOwner()` then finds the plugin by the stack of the error.
   */
  readonly attributeRejections?: boolean;
  /** How the modules of plugins are imported. Default: by `import(url)`. */
  readonly importModule?: ImportModule;
}

/**
 * What services offer to plugins. The kernel passes each member to the plugins whose manifest asks for the matching
 * permission.
 */
export interface Capabilities {
  /** Requests, for plugins with the permission `network`. */
  readonly network?: Network;
  /** Backends of other kinds, for plugins with the permission `backends`. */
  readonly backends?: PluginContext["backends"];
  /** The secrets of one plugin, which has the permission `secrets`. */
  secretsFor?(plugin: string): Secrets;
  /** The files of the user for one plugin, which has the permission `files`. */
  createFiles?(): Files;
  /** Starts programs for one plugin, which has the permission `process`. Called when the plugin is loaded. */
  createRunner?(plugin: string): Promise<Runner>;
  /** Resolves `{ "$secret": "<name>" }`; undefined if there is no secret of that name. */
  secret?(name: string): Promise<string | undefined>;
  /** Resolves `{ "$token": "<profile>" }`, refreshing the token when necessary. */
  token?(profile: string): Promise<string>;
}

/** The view of a kernel for hosts. After `dispose`, calls fail with `KERNEL_DISPOSED`. */
export interface KernelView {
  /** All plugins with their states. Imports no plugin. */
  plugins(): readonly PluginRecord[];
  /** The problems of all plugins. */
  problems(): readonly PictorError[];
  /** The contributions of one kind, of all enabled plugins. */
  contributions<Kind extends keyof NonNullable<Manifest["contributes"]>>(
    kind: Kind,
  ): readonly Contribution<Kind>[];
  /** The taps of a hook, in the order in which they run. */
  inspect(hook: HookName): readonly ChainEntry[];
  /** Registers taps of the host, in the same chains as those of plugins. */
  readonly hooks: {
    readonly [Hook in HookName]: {
      /**
       * Returns a function that removes the tap; calls in progress finish with the old chain. Throws
       * `HOOK_PLACE_UNKNOWN`, `HOOK_ORDER_UNKNOWN` or `HOOK_ORDER_CYCLE`, and then adds no tap.
       */
      tap(
        options: TapOptions<Hook> & { readonly name?: string },
        handler: HookTypes[Hook]["handler"],
      ): () => void;
    };
  };
  /** Replaces every known secret in a string. */
  redact(text: string): string;
  /**
   * Imports a plugin and checks that its code matches its manifest. Rejects with `PLUGIN_UNKNOWN`, `PLUGIN_DISABLED`,
   * `PLUGIN_IMPORT_...`, `PLUGIN_EXPORT_INVALID`, `PLUGIN_APPLY_...`, `PLUGIN_SURFACE`, or, for its configuration,
   * `SETTINGS_INVALID` or `CONFIG_...`. A plugin that has failed stays `failed`; there is no retry.
   */
  load(id: string): Promise<PluginRecord>;
}
