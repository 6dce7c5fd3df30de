// Gives up this process's use of a server: hands its ownership to another host that uses it, else ends it.

import type { ServerContext } from "../record/server-context.js";
import type { ServerTracker } from "../state/server-tracker.js";
import { stopServer } from "./stop-server.js";
import { withServerLock } from "../../locks/server-lock.js";
import { isSameProcess, isAlive, type ProcessIdentity } from "../process/process-identity.js";
import { readRecord, writeRecord, type RunRecord } from "../record/run-record.js";

/** The record of the tracked server, if this process is its owner or one of its guests. */
async function ownRecord(
  { instance, ownIdentity }: ServerContext,
  tracker: ServerTracker,
): Promise<RunRecord | undefined> {
  const tracked = tracker.tracked();
  const record = await readRecord(instance.layout.runState);
  if (tracked === undefined || record === undefined || record.keep) return undefined;
  if (!isSameProcess(record.process, tracked.record.process)) return undefined;
  const me = await ownIdentity();
  return [record.owner, ...(record.guests ?? [])].some((one) => isSameProcess(one, me)) ? record : undefined;
}

/** Rejects with `MANAGED_SERVER_STUCK`, or with a folder error when run.json cannot be written. */
export async function releaseServer(context: ServerContext, tracker: ServerTracker): Promise<void> {
  if ((await ownRecord(context, tracker)) === undefined) return;
  await withServerLock(context.instance, async () => {
    const { instance, ownIdentity } = context;
    const record = await ownRecord(context, tracker);
    if (record === undefined) return;
    const me = await ownIdentity();
    const others: ProcessIdentity[] = [];
    for (const guest of record.guests ?? [])
      if (!isSameProcess(guest, me) && (await isAlive(guest, instance))) others.push(guest);
    const isOwners = !isSameProcess(record.owner, me) && (await isAlive(record.owner, instance));
    const [next, ...guests] = others;
    if (isOwners) await writeRecord(instance.layout.runState, { ...record, guests: others });
    else if (next !== undefined)
      await writeRecord(instance.layout.runState, { ...record, owner: next, guests });
    else await stopServer(context, tracker, { interruptsPrompt: false });
  });
}
