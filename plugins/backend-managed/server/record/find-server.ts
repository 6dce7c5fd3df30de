// Which server of an instance there is already, by its record and the processes of this machine.

import { sameProcess, readRecord, type Owner, type RunRecord } from "./run-record.js";
import { isAlive, isOfEarlierBoot } from "../process/process-identity.js";
import type { ServerContext } from "./server-context.js";
import type { Ending } from "../process/process-ending.js";
import { findStray } from "./find-unrecorded.js";

export type Found =
  | { readonly kind: "none" }
  /** An orphan, whose owner is dead, counts as `this`. `isStray`: its record is not written yet. */
  | { readonly kind: "server"; readonly record: RunRecord; readonly owner: Owner; readonly isStray?: boolean }
  /** Somebody stops it, or has died over it. */
  | { readonly kind: "stopping"; readonly record: RunRecord }
  | { readonly kind: "crashed"; readonly record: RunRecord; readonly ending: Ending };

export async function ownerOf(record: RunRecord, { means, self }: ServerContext): Promise<Owner> {
  if (sameProcess(record.owner, await self())) return "this";
  if (await isAlive(record.owner, means)) return "other";
  return record.keep ? "nobody" : "this";
}

export async function findServer(context: ServerContext): Promise<Found> {
  const found = await findRecorded(context);
  if (found.kind === "server" || found.kind === "stopping") return found;
  const record = await findStray(context.means);
  if (record === undefined) return found;
  return { kind: "server", record, owner: await ownerOf(record, context), isStray: true };
}

async function findRecorded(context: ServerContext): Promise<Found> {
  const { means } = context;
  const record = await readRecord(means.layout.runState);
  if (record === undefined || (await isOfEarlierBoot(record.process, means.platform)))
    return { kind: "none" };
  if (record.phase === "crashed") return { kind: "crashed", record, ending: record.ending ?? {} };
  if (!(await isAlive(record.process, means)))
    return record.phase === "stopping" ? { kind: "none" } : { kind: "crashed", record, ending: {} };
  if (record.phase === "stopping") return { kind: "stopping", record };
  return { kind: "server", record, owner: await ownerOf(record, context) };
}
