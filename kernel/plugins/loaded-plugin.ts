// A plugin at run time: loads it at most once, on first use, and disposes it with everything that it has registered.

import { setMaxListeners } from "node:events";
import type { SettingsSchema } from "../contract/dialect.js";
import { fault } from "../base/errors/error-catalog.js";
import { PictorError, reasonOf } from "../base/errors/pictor-error.js";
import { createContext, type SharedServices } from "./create-context.js";
import { createReleases } from "./releases.js";
import { applyPlugin, importPlugin } from "./import-plugin.js";
import type { FoundPlugin } from "./find-plugins.js";
import type { ImportModule, PluginRegistration, PluginRecord, PluginState } from "../contract/plugins.js";
import type { Settings } from "../contract/values.js";

export interface LoadedPlugin {
  readonly record: PluginRecord;
  readonly disposed: AbortSignal;
  /**
   * Imports and sets up the plugin on the first call; a failure is final. Rejects with `PLUGIN_...` or
   * `SETTINGS_INVALID`.
   */
  load(): Promise<PluginRegistration>;
  /** Marks the plugin as unusable for a reason outside its own code, such as a conflict with another plugin. */
  markUnusable(status: "failed" | "disabled", reason: string): void;
  dispose(report: (error: PictorError) => void): Promise<void>;
}

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

export function createLoadedPlugin({ candidate, status }: FoundPlugin, setup: PluginSetup): LoadedPlugin {
  const { manifest, found } = candidate;
  const controller = new AbortController();
  // Every call in progress listens to this signal, so Node must not warn of many listeners.
  setMaxListeners(0, controller.signal);
  const { shared, attributeRejections, importModule } = setup;
  const { clock } = shared;
  const releases = createReleases(manifest.id, clock);
  const limits = { clock, attributeRejections, importModule, signal: controller.signal };
  let state: PluginState = status;
  let loading: Promise<PluginRegistration> | undefined;

  const load = async (): Promise<PluginRegistration> => {
    if (state.state === "failed" || state.state === "disabled" || state.state === "disposed") {
      const reason = "reason" in state ? state.reason : "the kernel was disposed";
      throw fault("PLUGIN_DISABLED", { id: manifest.id, state: state.state, reason });
    }
    const config = await setup.configOf(manifest.id, manifest.config ?? { type: "object", properties: {} });
    if (found.location.kind === "folder") await setup.beforeImport(found.location.path);
    const plugin = await importPlugin(candidate, limits);
    state = { state: "loaded" };
    const context = await createContext({
      manifest,
      config,
      shared,
      signal: controller.signal,
      onDispose: (release) => {
        releases.add(release);
      },
    });
    const parts = await applyPlugin(plugin, candidate, context, limits);
    if (parts.dispose) releases.add(() => parts.dispose?.());
    state = { state: "ready" };
    return parts;
  };

  return {
    get record() {
      const origin = found.location.kind === "folder" ? found.location.path : "inline";
      return { id: manifest.id, origin, manifest, status: state };
    },
    disposed: controller.signal,
    load() {
      loading ??= load().catch(async (error: unknown) => {
        if (state.state !== "disabled")
          state = { state: "failed", reason: error instanceof PictorError ? error.message : reasonOf(error) };
        setup.onFailed(manifest.id);
        controller.abort(error);
        await releases.run(() => undefined);
        throw error;
      });
      return loading;
    },
    markUnusable(status, reason) {
      state = { state: status, reason };
    },
    async dispose(report) {
      controller.abort(fault("KERNEL_DISPOSED", {}));
      await loading?.catch(() => undefined);
      await releases.run(report);
      if (state.state !== "failed" && state.state !== "disabled") state = { state: "disposed" };
    },
  };
}
