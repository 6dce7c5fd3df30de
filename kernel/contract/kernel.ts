// What createKernel takes, what the services add to a kernel, and what a host sees of it.

import type { Clock } from "../base/clock.js";
import type { PictorError } from "../base/errors/pictor-error.js";
import type { LoadedConfiguration } from "./configuration.js";
import type { HookName } from "./hook-names.js";
import type { ChainEntry, HookTypes, TapOptions } from "./hooks.js";
import type { Manifest } from "./manifest.gen.js";
import type { Contribution, PluginContext, PluginRecord, PluginSource } from "./plugins.js";
import type { Runner } from "./processes.js";
import type { Network } from "./requests.js";
import type { Secrets } from "./secrets.js";

/** One line of the kernel's log, already redacted. */
export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  /** Id of the plugin that wrote the line; absent for the kernel's own lines. */
  readonly plugin?: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What `createKernel` is given. */
export interface KernelOptions {
  /** Where plugins come from, built-in plugins first. */
  readonly sources: readonly PluginSource[];
  /** The merged configuration, as `loadConfiguration` returns it. */
  readonly configuration: LoadedConfiguration;
  /** Receives every log line. Default: no log is written. */
  readonly log?: (line: LogLine) => void;
  /** Default: the real clock. */
  readonly clock?: Clock;
  /**
   * Default `false`. When true, `strayOwner()` names the plugin behind an unhandled rejection. The attribution slows down
   * every promise of the process.
   */
  readonly attributeRejections?: boolean;
}

/**
 * What the services offer to plugins. The kernel hands each member to those plugins whose manifest asks for the matching
 * permission; a member that is absent is absent in their contexts, too.
 */
export interface Capabilities {
  /** Permission `network`. */
  readonly network?: Network;
  /** Permission `backends`. */
  readonly backends?: NonNullable<PluginContext["backends"]>;
  /** Permission `secrets`: the records of one plugin. */
  secretsFor?(plugin: string): Secrets;
  /** Permission `process`: starts programs for one plugin. Called when that plugin is loaded. */
  createRunner?(plugin: string): Promise<Runner>;
  /** The value of `{ "$secret": "<name>" }`; undefined when the store has no secret of that name. */
  secret?(name: string): Promise<string | undefined>;
  /** The value of `{ "$token": "<profile>" }`, refreshed when necessary. */
  token?(profile: string): Promise<string>;
}

/** The part of a kernel that hosts see. After `dispose` its calls fail with `KERNEL_DISPOSED`. */
export interface KernelView {
  /** Every known plugin with its state. The call imports no plugin. */
  plugins(): readonly PluginRecord[];
  /** All problems of all plugins that were found, in one list. */
  problems(): readonly PictorError[];
  /** Contributions of the enabled plugins. */
  contributions<Kind extends keyof NonNullable<Manifest["contributes"]>>(
    kind: Kind,
  ): readonly Contribution<Kind>[];
  /** The resolved chain of a hook, in the order in which the taps run. */
  inspect(hook: HookName): readonly ChainEntry[];
  /** Taps of the host itself, in the same chains as those of plugins. */
  readonly hooks: {
    readonly [Hook in HookName]: {
      /**
       * Returns a function that removes the tap; calls that are under way finish with the old chain. Throws
       * `HOOK_PLACE_UNKNOWN`, `HOOK_ORDER_UNKNOWN` or `HOOK_ORDER_CYCLE`, and then adds no tap.
       */
      tap(
        options: TapOptions<Hook> & { readonly name?: string },
        handler: HookTypes[Hook]["handler"],
      ): () => void;
    };
  };
  /** Removes every known secret from a text. */
  redact(text: string): string;
  /**
   * Imports a plugin now and checks that its code matches its manifest. Rejects with `PLUGIN_UNKNOWN`, `PLUGIN_DISABLED`,
   * `PLUGIN_IMPORT_...`, `PLUGIN_EXPORT_INVALID`, `PLUGIN_APPLY_...`, `PLUGIN_SURFACE`, or, for the values of its
   * configuration, `SETTINGS_INVALID` or `CONFIG_...`. A plugin that has failed stays `failed`; the call does not retry.
   */
  load(id: string): Promise<PluginRecord>;
}
