// One plugin during its life: loaded on first use, at most once, and disposed with everything it made.

import { setMaxListeners } from "node:events";
import type { SettingsSchema } from "../contract/dialect.js";
import { fault } from "../base/errors/error-catalog.js";
import { PictorError, reasonOf } from "../base/errors/pictor-error.js";
import { createContext, type ContextServices } from "./context.js";
import { createReleases } from "./dispose.js";
import { applyPlugin, importPlugin } from "./import-plugin.js";
import type { FoundPlugin } from "./find-plugins.js";
import type { PluginRegistration, PluginRecord, PluginState } from "../contract/plugins.js";
import type { Settings } from "../contract/values.js";

export interface LoadedPlugin {
  readonly record: PluginRecord;
  readonly disposed: AbortSignal;
  /** Imports and sets up on the first call; a failure is final. Throws `PLUGIN_...` or `SETTINGS_INVALID`. */
  parts(): Promise<PluginRegistration>;
  /** Takes it out of use, for a reason outside of it. */
  end(status: "failed" | "disabled", reason: string): void;
  dispose(report: (error: PictorError) => void): Promise<void>;
}

export interface PluginSetup {
  readonly lent: ContextServices;
  readonly attributeRejections: boolean;
  /** The host's values for the plugin's config schema, complete and checked. */
  configOf(id: string, schema: SettingsSchema): Promise<Settings>;
  /** A plugin turned out to be unusable while it was loaded. */
  onFailed(id: string): void;
}

export function createLoadedPlugin({ candidate, status }: FoundPlugin, setup: PluginSetup): LoadedPlugin {
  const { manifest, found } = candidate;
  const controller = new AbortController();
  // Every call in flight listens to it.
  setMaxListeners(0, controller.signal);
  const { lent, attributeRejections } = setup;
  const { clock } = lent;
  const releases = createReleases(manifest.id, clock);
  const limits = { clock, attributeRejections, signal: controller.signal };
  let state: PluginState = status;
  let loading: Promise<PluginRegistration> | undefined;

  const load = async (): Promise<PluginRegistration> => {
    if (state.state === "failed" || state.state === "disabled" || state.state === "disposed") {
      const reason = "reason" in state ? state.reason : "the kernel was disposed";
      throw fault("PLUGIN_DISABLED", { id: manifest.id, state: state.state, reason });
    }
    const config = await setup.configOf(manifest.id, manifest.config ?? { type: "object", properties: {} });
    const plugin = await importPlugin(candidate, limits);
    state = { state: "loaded" };
    const context = await createContext({
      manifest,
      config,
      lent,
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
      const origin = found.place.kind === "folder" ? found.place.path : "inline";
      return { id: manifest.id, origin, manifest, status: state };
    },
    disposed: controller.signal,
    parts() {
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
    end(status, reason) {
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
