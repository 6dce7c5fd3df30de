// A process that is done with a server: it ends what is its own, unless others use it, who then have it.

import type { ServerContext } from "../record/server-context.js";
import type { Desk } from "../state/server-tracker.js";
import { endFound } from "./stop-server.js";
import { exclusively } from "../../locks/server-lock.js";
import { isAlive, type ProcessMark } from "../process/process-identity.js";
import { readRecord, sameProcess, writeRecord, type RunRecord } from "../record/run-record.js";

/** The record of the server that is held, where this process owns it or stands among its guests. */
async function recordOf({ means, self }: ServerContext, desk: Desk): Promise<RunRecord | undefined> {
  const held = desk.held();
  const record = await readRecord(means.layout.runState);
  if (held === undefined || record === undefined || record.keep) return undefined;
  if (!sameProcess(record.process, held.record.process)) return undefined;
  const me = await self();
  return [record.owner, ...(record.guests ?? [])].some((one) => sameProcess(one, me)) ? record : undefined;
}

/** Rejects with `MANAGED_SERVER_STUCK`, and where the record cannot be written. */
export async function leaveServer(context: ServerContext, desk: Desk): Promise<void> {
  if ((await recordOf(context, desk)) === undefined) return;
  await exclusively(context.means, async () => {
    const { means, self } = context;
    const record = await recordOf(context, desk);
    if (record === undefined) return;
    const me = await self();
    const others: ProcessMark[] = [];
    for (const guest of record.guests ?? [])
      if (!sameProcess(guest, me) && (await isAlive(guest, means))) others.push(guest);
    const isOwners = !sameProcess(record.owner, me) && (await isAlive(record.owner, means));
    const [next, ...guests] = others;
    if (isOwners) await writeRecord(means.layout.runState, { ...record, guests: others });
    else if (next !== undefined) await writeRecord(means.layout.runState, { ...record, owner: next, guests });
    else await endFound(context, desk, { interrupts: false });
  });
}
