// Ends the server of an instance, whichever host started it, or the use of it by this process, and lets it outlive this
// process.

import type { SupervisorContext } from "../state/server-tracker.js";
import { findServer } from "../record/find-server.js";
import { isSameProcess, isAlive, type ProcessIdentity } from "../process/process-identity.js";
import { readRecord, removeRecord, writeRecord, type Ownership } from "../record/run-record.js";
import { stopProcess, type StopProcessOptions } from "./stop-process.js";
import { withServerLock } from "../../locks/server-lock.js";

/**
 * The first of the other hosts becomes the owner, if this process is the owner. A kept server continues in any case, and so
 * does a server whose owner was killed if this process has only looked at it (`works` is false). Rejects with
 * `MANAGED_SERVER_STUCK`, or with a folder error when run.json cannot be written.
 */
export async function releaseServer(context: SupervisorContext, works: boolean): Promise<void> {
  const { instance, ownIdentity, tracker } = context;
  const tracked = tracker.tracked();
  if (tracked === undefined || tracked.record.keep) return;
  const { runState } = instance.layout;
  await withServerLock(instance, async () => {
    const record = await readRecord(runState);
    if (record === undefined || record.keep || !isSameProcess(record.process, tracked.record.process)) return;
    const me = await ownIdentity();
    const users: ProcessIdentity[] = [];
    for (const user of [record.owner, ...(record.guests ?? [])])
      if (!isSameProcess(user, me) && (await isAlive(user, instance))) users.push(user);
    const [owner, ...guests] = users;
    if (owner === undefined) {
      if (works || isSameProcess(record.owner, me)) await stopServer(context, { interruptsPrompt: false });
    } else await writeRecord(runState, { ...record, owner, guests });
  });
}

export interface StopServerOptions extends StopProcessOptions {
  /** Leaves the record for the next server to replace, because other hosts wait for that. */
  readonly isRestart?: boolean;
}

/**
 * Settles with the ownership of the stopped server, in which this process replaces a dead owner; undefined when no server
 * ran. Rejects with `MANAGED_SERVER_STUCK`.
 */
export async function stopServer(
  context: SupervisorContext,
  { onLine, interruptsPrompt, isRestart = false }: StopServerOptions,
): Promise<Ownership | undefined> {
  const { instance, ownIdentity, tracker } = context;
  const { runState } = instance.layout;
  const found = await findServer(context);
  if (found.kind === "none" || found.kind === "crashed") {
    tracker.release();
    await removeRecord(runState);
    return undefined;
  }
  const { record } = found;
  const watched = tracker.watch(record.process);
  tracker.dispatch({ type: "stopping" });
  await writeRecord(runState, { ...record, phase: "stopping" });
  await stopProcess(context, { record, watched }, { interruptsPrompt, onLine }).finally(() => {
    tracker.release();
    watched.release();
  });
  if (!isRestart) await removeRecord(runState);
  const hasOwner = record.keep || (await isAlive(record.owner, instance));
  return { owner: hasOwner ? record.owner : await ownIdentity(), keep: record.keep };
}

/** Marks the running server to outlive this process. */
export async function keepRunning({ instance, tracker }: SupervisorContext): Promise<void> {
  const { runState } = instance.layout;
  const tracked = tracker.tracked();
  const record = await readRecord(runState);
  if (tracked === undefined || record === undefined || !isSameProcess(record.process, tracked.record.process))
    return;
  await writeRecord(runState, { ...record, keep: true });
  tracker.update({ ...tracked, record: { ...record, keep: true } });
}
