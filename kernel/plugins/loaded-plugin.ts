// A plugin at run time: loads it at most once, on first use, and disposes it with everything that it has registered.

import { setMaxListeners } from "node:events";
import type { SettingsSchema } from "../contract/dialect.js";
import { fault } from "../base/errors/error-catalog.js";
import { PictorError, reasonOf } from "../base/errors/pictor-error.js";
import { createContext, type SharedServices } from "./create-context.js";
import { createReleases, type Releases } from "./releases.js";
import { applyPlugin, importPlugin } from "./import-plugin.js";
import type { FoundPlugin } from "./find-plugins.js";
import type { ImportModule, PluginRegistration, PluginRecord, PluginState } from "../contract/plugins.js";
import type { Settings } from "../contract/values.js";

export interface PluginSetup {
  readonly shared: SharedServices;
  readonly attributeRejections: boolean;
  readonly importModule: ImportModule;
  /** The configured values for the plugin's config schema, completed and validated. */
  configOf(id: string, schema: SettingsSchema): Promise<Settings>;
  /** Rejects if the code in the folder of a plugin may not be run. */
  beforeImport(folder: string): Promise<void>;
  /** Called when loading the plugin has failed. */
  onFailed(id: string): void;
}

export class LoadedPlugin {
  readonly disposed: AbortSignal;
  readonly #found: FoundPlugin["candidate"];
  readonly #setup: PluginSetup;
  readonly #controller = new AbortController();
  readonly #releases: Releases;
  #state: PluginState;
  #loading: Promise<PluginRegistration> | undefined;

  constructor({ candidate, status }: FoundPlugin, setup: PluginSetup) {
    this.#found = candidate;
    this.#setup = setup;
    this.#releases = createReleases(candidate.manifest.id, setup.shared.clock);
    this.#state = status;
    this.disposed = this.#controller.signal;
    // Every call in progress listens to this signal, so Node must not warn of many listeners.
    setMaxListeners(0, this.disposed);
  }

  get record(): PluginRecord {
    const { manifest, found } = this.#found;
    const origin = found.location.kind === "folder" ? found.location.path : "inline";
    return { id: manifest.id, origin, manifest, status: this.#state };
  }

  /**
   * Imports and sets up the plugin on the first call; a failure is final. Rejects with `PLUGIN_...` or
   * `SETTINGS_INVALID`.
   */
  load(): Promise<PluginRegistration> {
    this.#loading ??= this.#load().catch(async (error: unknown) => {
      if (this.#state.state !== "disabled")
        this.markUnusable("failed", error instanceof PictorError ? error.message : reasonOf(error));
      this.#setup.onFailed(this.#found.manifest.id);
      this.#controller.abort(error);
      await this.#releases.run(() => undefined);
      throw error;
    });
    return this.#loading;
  }

  /** Marks the plugin as unusable for a reason outside its own code, such as a conflict with another plugin. */
  markUnusable(state: "failed" | "disabled", reason: string): void {
    this.#state = { state, reason };
  }

  async dispose(report: (error: PictorError) => void): Promise<void> {
    this.#controller.abort(fault("KERNEL_DISPOSED", {}));
    await this.#loading?.catch(() => undefined);
    await this.#releases.run(report);
    if (this.#state.state !== "failed" && this.#state.state !== "disabled")
      this.#state = { state: "disposed" };
  }

  async #load(): Promise<PluginRegistration> {
    const { manifest, found } = this.#found;
    this.#requireUsable(manifest.id);
    const { shared, attributeRejections, importModule, configOf, beforeImport } = this.#setup;
    const signal = this.disposed;
    const limits = { clock: shared.clock, attributeRejections, importModule, signal };
    const onDispose: Releases["add"] = (release) => this.#releases.add(release);
    const config = await configOf(manifest.id, manifest.config ?? { type: "object", properties: {} });
    if (found.location.kind === "folder") await beforeImport(found.location.path);
    const plugin = await importPlugin(this.#found, limits);
    this.#state = { state: "loaded" };
    const context = await createContext({ manifest, config, shared, signal, onDispose });
    const parts = await applyPlugin(plugin, this.#found, context, limits);
    onDispose(() => parts.dispose?.());
    this.#state = { state: "ready" };
    return parts;
  }

  /** Throws `PLUGIN_DISABLED`. */
  #requireUsable(id: string): void {
    const state = this.#state;
    if (state.state !== "failed" && state.state !== "disabled" && state.state !== "disposed") return;
    const reason = "reason" in state ? state.reason : "the kernel was disposed";
    throw fault("PLUGIN_DISABLED", { id, state: state.state, reason });
  }
}
