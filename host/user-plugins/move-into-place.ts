// Moves a plugin into the user's plugin folder, and pins it: both or neither, and an earlier version stays until then.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { moveFile } from "@pictor/kernel";
import { fileFault, withFileLock } from "@pictor/services";
import { userPluginFault } from "./faults.js";
import { lockFileOf, readLock, writeLock, type LockedPlugin } from "./lock.js";

export interface Move {
  readonly id: string;
  /** The folder with the checked files, on the same disk. */
  readonly from: string;
  /** The user's plugin folder. */
  readonly userFolder: string;
  /** A folder for the earlier version, which the caller removes. */
  readonly scratch: string;
  readonly entry: LockedPlugin;
  readonly source: string;
  /** Called while the lock is held, immediately before the move. Rejects if the files may no longer be installed. */
  recheck(): Promise<unknown>;
}

/** Why a plugin may not be replaced: what was added and what was saved from a graph have come from different people. */
function replacementFault(id: string, before: LockedPlugin | undefined, next: LockedPlugin) {
  const isGraph = ({ source }: LockedPlugin): boolean => source.kind === "graph";
  if (before === undefined || isGraph(before) === isGraph(next)) return undefined;
  return isGraph(before)
    ? `the workflow "${id}" was saved from a graph, and has its name`
    : `the plugin ${id}, which was added, has its name`;
}

/** Resolves to the folder of the plugin. Rejects with `PLUGIN_SOURCE_REFUSED`, `PLUGIN_LOCK_BROKEN` or `FILE_NOT_WRITABLE`. */
export async function moveIntoPlace(move: Move): Promise<string> {
  const { id, from, userFolder, scratch, entry, source, recheck } = move;
  const target = join(userFolder, id);
  await withFileLock(lockFileOf(userFolder), async (held) => {
    const lock = await readLock(userFolder);
    const isThere = existsSync(target);
    if (isThere && !Object.hasOwn(lock, id)) {
      const reason = `${target} exists, and was not made by \`pictor plugins add\``;
      throw userPluginFault("PLUGIN_SOURCE_REFUSED", { source, reason });
    }
    const reason = replacementFault(id, Object.hasOwn(lock, id) ? lock[id] : undefined, entry);
    if (reason !== undefined) throw userPluginFault("PLUGIN_SOURCE_REFUSED", { source, reason });
    await recheck();
    // The entry is first: a process that is killed in between leaves no plugin that is not pinned, and adding it again
    // goes on from here.
    await writeLock(userFolder, { ...lock, [id]: entry }, held);
    const before = join(scratch, "before");
    try {
      if (isThere) await moveFile(target, before);
      await moveFile(from, target);
    } catch (error) {
      if (isThere && !existsSync(target)) await moveFile(before, target);
      await writeLock(userFolder, lock, held);
      throw fileFault(target, error);
    }
  });
  return target;
}
