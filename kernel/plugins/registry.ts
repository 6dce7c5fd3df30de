// All plugins of a kernel: their records, their taps in the hooks, their contributions.

import { didYouMean } from "../base/nearest.js";
import { fault } from "../base/errors/error-catalog.js";
import { PictorError } from "../base/errors/pictor-error.js";
import type { Handler } from "../contract/hooks.js";
import type { Hooks } from "../hooks/hooks.js";
import { fiveHooks } from "../hooks/five-hooks.js";
import type { Tap } from "../hooks/tap.js";
import type { Contribution } from "../contract/plugins.js";
import { declaredTaps } from "./declared-taps.js";
import { LoadedPlugin, type PluginSetup } from "./loaded-plugin.js";
import type { Manifest, Tap as DeclaredTap } from "../contract/manifest.gen.js";
import type { FoundPlugins } from "./find-plugins.js";

type Contributes = NonNullable<Manifest["contributes"]>;

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

export class Registry {
  readonly #plugins: readonly LoadedPlugin[];
  readonly #problems: PictorError[];
  readonly #hooks: Hooks;
  readonly #removals = new Map<LoadedPlugin, readonly (() => void)[]>();
  /** The contributions are cached, because every request reads them. The cache is cleared when a plugin fails. */
  readonly #collected = new Map<keyof Contributes, readonly object[]>();

  /**
   * Registers the taps of every valid plugin. If the order of a plugin's taps cannot be satisfied, only that plugin
   * fails.
   */
  constructor(found: FoundPlugins, hooks: Hooks, setup: Omit<PluginSetup, "onFailed">) {
    const onFailed = (id: string): void => {
      this.#disableDependents(id);
    };
    this.#plugins = found.plugins.map((plugin) => new LoadedPlugin(plugin, { ...setup, onFailed }));
    this.#problems = [...found.problems];
    this.#hooks = hooks;
    for (const plugin of this.#plugins.filter(isUsable)) {
      const taps = declaredTaps(plugin.record.manifest).map((declared) => tapOf(plugin, declared));
      const removals = taps.map((tap) => hooks.slot(tap.hook).add(tap));
      this.#removals.set(plugin, removals);
    }
    while (!this.#isOrdered());
  }

  all(): readonly LoadedPlugin[] {
    return this.#plugins;
  }

  get(id: string): LoadedPlugin {
    const plugin = this.#plugins.find(({ record }) => record.id === id);
    if (plugin !== undefined) return plugin;
    const ids = this.#plugins.map(({ record }) => record.id);
    throw fault("PLUGIN_UNKNOWN", { id, suggestion: didYouMean(id, ids) });
  }

  contributions<Kind extends keyof Contributes>(kind: Kind): readonly Contribution<Kind>[] {
    const known = this.#collected.get(kind) ?? this.#collect(kind);
    this.#collected.set(kind, known);
    return known as readonly Contribution<Kind>[];
  }

  problems(): readonly PictorError[] {
    return this.#problems;
  }

  async dispose(report: (error: PictorError) => void): Promise<void> {
    for (const plugin of [...this.#plugins].reverse()) {
      this.#removeTaps(plugin);
      await plugin.dispose(report);
    }
  }

  #collect(kind: keyof Contributes): readonly object[] {
    return this.#plugins.filter(isUsable).flatMap(({ record: { id: plugin, manifest } }) => {
      const entries = (manifest.contributes?.[kind] ?? []) as readonly object[];
      return entries.map((entry) => ({ ...entry, plugin }));
    });
  }

  /**
   * Disables the plugins that require a failed one. The failed plugin keeps its taps: a call that needs them must fail
   * rather than continue without them.
   */
  #disableDependents(id: string): void {
    this.#collected.clear();
    for (const plugin of this.#plugins) {
      if (!isUsable(plugin) || plugin.record.manifest.requires?.plugins?.[id] === undefined) continue;
      plugin.markUnusable("disabled", `it requires ${id}, which failed`);
      this.#disableDependents(plugin.record.id);
    }
  }

  /** Returns false after plugins have failed, because an order cannot be satisfied with their taps. */
  #isOrdered(): boolean {
    try {
      this.#hooks.check();
      return true;
    } catch (error) {
      if (!(error instanceof PictorError)) throw error;
      this.#problems.push(error);
      const named = String(error.details["owner"] ?? error.details["path"]).split(" -> ");
      const blamed = [...this.#removals.keys()].filter(({ record }) => named.includes(record.id));
      if (blamed.length === 0) throw error;
      for (const plugin of blamed) {
        this.#removeTaps(plugin);
        plugin.markUnusable("failed", error.what);
      }
      return false;
    }
  }

  #removeTaps(plugin: LoadedPlugin): void {
    for (const remove of this.#removals.get(plugin) ?? []) remove();
    this.#removals.delete(plugin);
  }
}
