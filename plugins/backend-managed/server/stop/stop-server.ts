// The server that is there, whoever started it: ended, or left running on purpose. Both only with the lock.

import type { ServerContext } from "../record/server-context.js";
import type { Desk } from "../state/server-tracker.js";
import { findServer } from "../record/find-server.js";
import { isAlive } from "../process/process-identity.js";
import { readRecord, removeRecord, sameProcess, writeRecord, type Terms } from "../record/run-record.js";
import { stopProcess, type StopKindness } from "./stop-process.js";
import { watchStranger } from "../process/watch-process.js";

export interface EndOptions extends StopKindness {
  /** Its record stays until that of the next one: who watches it waits for that. */
  readonly isRestart?: boolean;
}

/**
 * Settles with the terms on which it ran, when there was one; those of an owner that is gone are this process's. Rejects
 * with `MANAGED_SERVER_STUCK`.
 */
export async function endFound(
  context: ServerContext,
  desk: Desk,
  { onLine, interrupts, isRestart = false }: EndOptions,
): Promise<Terms | undefined> {
  const { means, self } = context;
  const { runState } = means.layout;
  const found = await findServer(context);
  const known = desk.held();
  if (found.kind === "none" || found.kind === "crashed") {
    desk.release();
    await removeRecord(runState);
    return undefined;
  }
  const { record } = found;
  const isKnown = known !== undefined && sameProcess(known.record.process, record.process);
  const watched = isKnown ? known.watched : watchStranger(record.process, means);
  desk.tell({ type: "stopping" });
  await writeRecord(runState, { ...record, phase: "stopping" });
  const kindness = { interrupts, ...(onLine === undefined ? {} : { onLine }) };
  await stopProcess(context, { record, watched }, kindness).finally(() => {
    desk.release();
    watched.release();
  });
  if (!isRestart) await removeRecord(runState);
  const hasOwner = record.keep || (await isAlive(record.owner, means));
  return { owner: hasOwner ? record.owner : await self(), keep: record.keep };
}

/** A server that runs is to outlive this process. */
export async function keepOn({ means }: ServerContext, desk: Desk): Promise<void> {
  const { runState } = means.layout;
  const held = desk.held();
  const record = await readRecord(runState);
  if (held === undefined || record === undefined || !sameProcess(record.process, held.record.process)) return;
  await writeRecord(runState, { ...record, keep: true });
  desk.update({ ...held, record: { ...record, keep: true } });
}
