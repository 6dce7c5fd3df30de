// All plugins of a kernel: their records, their taps in the hooks, their contributions.

import { didYouMean } from "../base/nearest.js";
import { fault } from "../base/errors/error-catalog.js";
import { PictorError } from "../base/errors/pictor-error.js";
import type { Handler } from "../contract/hooks.js";
import type { Hooks } from "../hooks/hooks.js";
import { fiveHooks } from "../hooks/five-hooks.js";
import type { Tap } from "../hooks/tap.js";
import type { Contribution } from "../contract/plugins.js";
import { createLoadedPlugin, type LoadedPlugin, type PluginSetup } from "./loaded-plugin.js";
import type { Manifest, Tap as DeclaredTap } from "../contract/manifest.gen.js";
import type { FoundPlugins } from "./find-plugins.js";

type Contributes = NonNullable<Manifest["contributes"]>;

export interface Registry {
  all(): readonly LoadedPlugin[];
  get(id: string): LoadedPlugin;
  contributions<Kind extends keyof Contributes>(kind: Kind): readonly Contribution<Kind>[];
  problems(): readonly PictorError[];
  dispose(report: (error: PictorError) => void): Promise<void>;
}

function tapOf(plugin: LoadedPlugin, declared: DeclaredTap): Tap {
  const { id } = plugin.record;
  const { limitMs } = fiveHooks[declared.hook];
  const timeoutMs = "timeoutMs" in declared ? Math.min(declared.timeoutMs ?? limitMs, limitMs) : limitMs;
  let loaded: Handler | undefined;
  return {
    get loadedHandler() {
      return loaded;
    },
    hook: declared.hook,
    owner: id,
    folder: plugin.record.origin,
    handler: declared.handler,
    place: "phase" in declared ? declared.phase : declared.band,
    after: declared.after ?? [],
    when: declared.when ?? {},
    timeoutMs,
    disposed: plugin.disposed,
    resolve: async () => {
      const handler = (await plugin.load()).handlers?.[declared.handler];
      // `applyPlugin` has checked that the handler exists.
      if (handler === undefined)
        throw fault("INTERNAL", { reason: `${id} lost its handler ${declared.handler}` });
      return (loaded = handler);
    },
  };
}

const isUsable = (plugin: LoadedPlugin): boolean =>
  plugin.record.status.state !== "failed" && plugin.record.status.state !== "disabled";

/**
 * Registers the taps of every valid plugin. If the order of a plugin's taps cannot be satisfied, only that plugin
 * fails.
 */
export function createRegistry(
  found: FoundPlugins,
  hooks: Hooks,
  setup: Omit<PluginSetup, "onFailed">,
): Registry {
  const problems: PictorError[] = [...found.problems];
  // The contributions are cached, because every request reads them. The cache is cleared when a plugin fails.
  const collected = new Map<keyof Contributes, readonly object[]>();
  const collect = (kind: keyof Contributes): readonly object[] =>
    plugins.filter(isUsable).flatMap(({ record }) =>
      ((record.manifest.contributes?.[kind] ?? []) as readonly object[]).map((entry) => ({
        ...entry,
        plugin: record.id,
      })),
    );
  // Plugins that require a failed one are disabled. The failed plugin keeps its taps: a call that needs them must fail
  // rather than continue without them.
  const onFailed = (id: string): void => {
    collected.clear();
    for (const plugin of plugins) {
      if (!isUsable(plugin) || plugin.record.manifest.requires?.plugins?.[id] === undefined) continue;
      plugin.markUnusable("disabled", `it requires ${id}, which failed`);
      onFailed(plugin.record.id);
    }
  };
  const plugins: readonly LoadedPlugin[] = found.plugins.map((plugin) =>
    createLoadedPlugin(plugin, { ...setup, onFailed }),
  );
  const removals = new Map<LoadedPlugin, readonly (() => void)[]>();
  const removeTaps = (plugin: LoadedPlugin): void => {
    removals.get(plugin)?.forEach((remove) => {
      remove();
    });
    removals.delete(plugin);
  };

  for (const plugin of plugins.filter(isUsable)) {
    const taps = (plugin.record.manifest.taps ?? []).map((declared) => tapOf(plugin, declared));
    removals.set(
      plugin,
      taps.map((tap) => hooks.slot(tap.hook).add(tap)),
    );
  }
  for (let settled = false; !settled;) {
    try {
      hooks.check();
      settled = true;
    } catch (error) {
      if (!(error instanceof PictorError)) throw error;
      problems.push(error);
      const named = String(error.details["owner"] ?? error.details["path"]).split(" -> ");
      const blamed = plugins.filter((plugin) => removals.has(plugin) && named.includes(plugin.record.id));
      if (blamed.length === 0) throw error;
      for (const plugin of blamed) {
        removeTaps(plugin);
        plugin.markUnusable("failed", error.what);
      }
    }
  }

  return {
    all: () => plugins,
    get(id) {
      const plugin = plugins.find(({ record }) => record.id === id);
      if (plugin !== undefined) return plugin;
      const suggestion = didYouMean(
        id,
        plugins.map((plugin) => plugin.record.id),
      );
      throw fault("PLUGIN_UNKNOWN", { id, suggestion });
    },
    contributions<Kind extends keyof Contributes>(kind: Kind) {
      const known = collected.get(kind) ?? collect(kind);
      collected.set(kind, known);
      return known as readonly Contribution<Kind>[];
    },
    problems: () => problems,
    async dispose(report) {
      for (const plugin of [...plugins].reverse()) {
        removeTaps(plugin);
        await plugin.dispose(report);
      }
    },
  };
}
