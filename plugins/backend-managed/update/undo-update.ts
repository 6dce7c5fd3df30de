// Undoes an update: restores tree, environment and records. Can be repeated until it succeeds.

import { reasonOf } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import { readState, stateFormat, writeState, type PendingUpdate } from "../install/install-state.js";
import type { Instance, WorkOptions } from "../instance.js";
import { dropBackup, restoreBackup } from "./environment-backup.js";
import { restoreTree } from "../tree/move-tree.js";

/** No server may be running. Rejects with `MANAGED_UPDATE_STUCK`; the data for another attempt is kept then. */
export async function undoUpdate(
  instance: Instance,
  update: PendingUpdate,
  options: WorkOptions,
): Promise<void> {
  const { layout, name } = instance;
  const { from, to, localChanges, steps } = update;
  try {
    await restoreTree(instance, from, localChanges, options);
    await restoreBackup(layout.venv ?? "");
    await writeState(layout.installState, { format: stateFormat, steps });
    await dropBackup(layout.venv ?? "");
  } catch (error) {
    options.signal?.throwIfAborted();
    const details = { name, from: from.name, to, reason: reasonOf(error), folder: layout.root };
    throw managedFault("MANAGED_UPDATE_STUCK", details, { cause: error });
  }
}

/** Undoes an update that an earlier process left unfinished, if any. */
export async function recoverUpdate(
  instance: Instance,
  stop: () => Promise<void>,
  options: WorkOptions,
): Promise<void> {
  const { update } = await readState(instance.layout.installState);
  if (update === undefined) {
    await dropBackup(instance.layout.venv ?? "");
    return;
  }
  instance.logger.warn(
    `An update of "${instance.name}" from ${update.from.name} to ${update.to} was interrupted and is being undone.`,
  );
  await stop();
  await undoUpdate(instance, update, options);
}
