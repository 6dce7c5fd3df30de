// Ends the use of a server by this process: the server continues for other hosts that use it, else it is ended.

import type { SupervisorContext } from "../state/server-tracker.js";
import { stopServer } from "./stop-server.js";
import { withServerLock } from "../../locks/server-lock.js";
import { isSameProcess, isAlive, type ProcessIdentity } from "../process/process-identity.js";
import { readRecord, writeRecord } from "../record/run-record.js";

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
