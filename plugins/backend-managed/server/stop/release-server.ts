// A process that is done with a server: it ends what is its own, unless others use it, who then have it.

import type { ServerContext } from "../record/server-context.js";
import type { ServerTracker } from "../state/server-tracker.js";
import { stopServer } from "./stop-server.js";
import { withServerLock } from "../../locks/server-lock.js";
import { isAlive, type ProcessIdentity } from "../process/process-identity.js";
import { readRecord, isSameProcess, writeRecord, type RunRecord } from "../record/run-record.js";

/** The record of the server that is held, where this process owns it or stands among its guests. */
async function ownRecord({ instance, ownIdentity }: ServerContext, tracker: ServerTracker): Promise<RunRecord | undefined> {
  const tracked = tracker.tracked();
  const record = await readRecord(instance.layout.runState);
  if (tracked === undefined || record === undefined || record.keep) return undefined;
  if (!isSameProcess(record.process, tracked.record.process)) return undefined;
  const me = await ownIdentity();
  return [record.owner, ...(record.guests ?? [])].some((one) => isSameProcess(one, me)) ? record : undefined;
}

/** Rejects with `MANAGED_SERVER_STUCK`, and where the record cannot be written. */
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
    else if (next !== undefined) await writeRecord(instance.layout.runState, { ...record, owner: next, guests });
    else await stopServer(context, tracker, { interruptsPrompt: false });
  });
}
