// The plugins that the user has added: removing one, and comparing each with its source.

import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { discard, isRecord, knownNames, moveFile, reasonOf } from "@pictor/kernel";
import { withFileLock } from "@pictor/services";
import { createScratch } from "./create-scratch.js";
import { userPluginFault } from "./faults.js";
import { sha512 } from "./folder-digest.js";
import {
  lockFileOf,
  readLock,
  writeLock,
  type LockedPlugin,
  type PinnedSource,
  type PluginLock,
} from "./lock.js";
import { newestCommit } from "./read-git.js";
import { newestOnNpm } from "./read-npm.js";
import type { UserPluginsOptions } from "./types.js";
import { userPluginFolder } from "./user-folder.js";

function requireAdded(lock: PluginLock, id: string): LockedPlugin {
  const found = Object.hasOwn(lock, id) ? lock[id] : undefined;
  if (found !== undefined) return found;
  throw userPluginFault("PLUGIN_NOT_ADDED", { id, ...knownNames(id, Object.keys(lock)) });
}

type Place = Pick<UserPluginsOptions, "env">;

/** Rejects with `PLUGIN_NOT_ADDED` or `PLUGIN_LOCK_BROKEN`. */
export const addedPlugin = async (id: string, { env }: Place): Promise<LockedPlugin> =>
  requireAdded(await readLock(userPluginFolder(env)), id);

/** Removes an added plugin. Rejects with `PLUGIN_NOT_ADDED`, `PLUGIN_LOCK_BROKEN` or `FILE_NOT_WRITABLE`. */
export async function removePlugin(id: string, { env }: Place): Promise<void> {
  const folder = userPluginFolder(env);
  requireAdded(await readLock(folder), id);
  const scratch = await createScratch(folder);
  try {
    await withFileLock(lockFileOf(folder), async (held) => {
      const lock = await readLock(folder);
      requireAdded(lock, id);
      const { [id]: _removed, ...others } = lock;
      const [place, aside] = [join(folder, id), join(scratch, id)];
      const isThere = existsSync(place);
      await held.confirm();
      if (isThere) await moveFile(place, aside);
      try {
        await writeLock(folder, others, held);
      } catch (error) {
        if (isThere) await moveFile(aside, place);
        throw error;
      }
    });
  } finally {
    await discard(scratch);
  }
}

/** An added plugin beside what its source offers now. */
export interface PluginRelease {
  readonly id: string;
  readonly installed: string;
  /** What the source offers; undefined if it could not be read. */
  readonly latest?: string;
  readonly isCurrent: boolean;
  readonly source: PinnedSource;
  /** Why the source could not be read. */
  readonly reason?: string;
}

type Newest = Pick<PluginRelease, "installed" | "latest" | "isCurrent">;

const short = (commit: string): string => commit.slice(0, 12);

async function newestOf(
  { version, source }: LockedPlugin,
  cwd: string,
  { run, signal }: Pick<UserPluginsOptions, "run" | "signal">,
): Promise<Newest> {
  switch (source.kind) {
    case "graph":
      return { installed: version, latest: version, isCurrent: true };
    case "npm": {
      const latest = await newestOnNpm(source, cwd, run, signal);
      return { installed: source.version, latest, isCurrent: latest === source.version };
    }
    case "git": {
      const commit = await newestCommit(source, cwd, run, signal);
      if (commit === undefined) throw new Error("the repository no longer has this branch or tag");
      return { installed: short(source.commit), latest: short(commit), isCurrent: commit === source.commit };
    }
    case "archive": {
      if (!(await stat(source.path)).isFile()) throw new Error("it is no longer a regular file");
      const isCurrent = sha512(await readFile(source.path)) === source.integrity;
      return { installed: version, latest: isCurrent ? version : "another file", isCurrent };
    }
    case "folder": {
      const manifest: unknown = JSON.parse(await readFile(join(source.path, "plugin.json"), "utf8"));
      const latest = String(isRecord(manifest) ? manifest["version"] : undefined);
      return { installed: version, latest, isCurrent: latest === version };
    }
  }
}

/** Compares every added plugin with its source, in the order of the ids. A source that cannot be read has a reason. */
export async function comparePlugins(
  options: Pick<UserPluginsOptions, "env" | "run" | "signal">,
): Promise<readonly PluginRelease[]> {
  const folder = userPluginFolder(options.env);
  const releases: PluginRelease[] = [];
  for (const [id, plugin] of Object.entries(await readLock(folder))) {
    const { version, source } = plugin;
    try {
      releases.push({ id, source, ...(await newestOf(plugin, folder, options)) });
    } catch (error) {
      options.signal?.throwIfAborted();
      releases.push({ id, source, installed: version, isCurrent: false, reason: reasonOf(error) });
    }
  }
  return releases;
}
