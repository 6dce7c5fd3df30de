// Watches the folders of plugins, and says which plugins have other files than before.

import { existsSync, readdirSync, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "@pictor/host/trust";
import type { Clock } from "@pictor/kernel";

/** Calls `changed` after something in the folder itself, not below it, has changed. Returns what ends that. */
export type WatchFolder = (folder: string, changed: () => void) => () => void;

/** Watches with the means of the system. A folder that cannot be watched, such as one that is gone, is left out. */
const watchFolder: WatchFolder = (folder, changed) => {
  try {
    const watcher = watch(folder, { persistent: false }, changed);
    watcher.on("error", () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
};

export interface PluginWatcherOptions {
  /** Folders with a folder for each plugin, or folders of plugins. One that is missing is watched once it is there. */
  readonly roots: readonly string[];
  readonly clock: Clock;
  /** Default: with the means of the system. */
  readonly watch?: WatchFolder;
  /** Called with the folders of the plugins whose files have changed, or that are new or gone. */
  onChange(folders: readonly string[]): void;
}

/** Milliseconds without a further change before the files are looked at: an editor and a compiler write several. */
const settleMs = 200;
/** Folders below a plugin; more are not watched. */
const mostFolders = 500;

const isOwn = (name: string): boolean => !name.startsWith(".") && name !== "node_modules";

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isOwn(name));
  } catch {
    return [];
  }
}

/** The folder, or the nearest one above it that is there. */
function nearestFolder(folder: string): string {
  const above = dirname(folder);
  return existsSync(folder) || above === folder ? folder : nearestFolder(above);
}

/** The folders of the plugins in a root. */
function pluginsIn(root: string): readonly string[] {
  if (existsSync(join(root, "plugin.json"))) return [root];
  return entriesOf(root)
    .map(({ name }) => join(root, name))
    .filter((folder) => existsSync(join(folder, "plugin.json")));
}

/** The folders of a plugin, itself included, and what its files look like: their names, sizes and times. */
function lookAt(plugin: string): { readonly folders: readonly string[]; readonly state: string } {
  const folders = [plugin];
  const lines: string[] = [];
  for (const folder of folders)
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && folders.length < mostFolders) folders.push(path);
      const found = statSync(path, { throwIfNoEntry: false });
      if (found?.isFile() === true) lines.push(`${path} ${found.size} ${found.mtimeMs}`);
    }
  return { folders, state: lines.sort().join("\n") };
}

export class PluginWatcher {
  readonly #options: Required<PluginWatcherOptions>;
  /** What the files of each plugin looked like, by its folder. */
  #states = new Map<string, string>();
  #watched = new Map<string, () => void>();
  #cancelTimer: () => void = () => undefined;

  constructor(options: PluginWatcherOptions) {
    this.#options = { watch: watchFolder, ...options };
    this.#look();
  }

  /** Ends all watching. */
  close(): void {
    this.#cancelTimer();
    for (const end of this.#watched.values()) end();
    this.#watched.clear();
  }

  /** Looks at all files, watches the folders that are there, and returns the plugins that have changed. */
  #look(): readonly string[] {
    const { roots } = this.#options;
    const wanted = new Set(roots.map(nearestFolder));
    const states = new Map<string, string>();
    for (const plugin of roots.flatMap(pluginsIn)) {
      const { folders, state } = lookAt(plugin);
      for (const folder of folders) wanted.add(folder);
      states.set(plugin, state);
    }
    for (const [folder, end] of this.#watched) {
      if (wanted.has(folder)) continue;
      end();
      this.#watched.delete(folder);
    }
    for (const folder of wanted)
      if (!this.#watched.has(folder)) this.#watched.set(folder, this.#watch(folder));
    const known = new Set([...this.#states.keys(), ...states.keys()]);
    const changed = [...known].filter((plugin) => states.get(plugin) !== this.#states.get(plugin));
    this.#states = states;
    return changed;
  }

  #watch(folder: string): () => void {
    const { roots, watch } = this.#options;
    const isAbove = !roots.some((root) => isInside(root, folder));
    return watch(folder, () => {
      // Of a folder above a missing root, only that the root comes nearer matters.
      if (!isAbove || roots.some((root) => !this.#watched.has(nearestFolder(root)))) this.#wait();
    });
  }

  #wait(): void {
    const { clock, onChange } = this.#options;
    this.#cancelTimer();
    this.#cancelTimer = clock.after(settleMs, () => {
      const changed = this.#look();
      if (changed.length > 0) onChange(changed);
    });
  }
}
