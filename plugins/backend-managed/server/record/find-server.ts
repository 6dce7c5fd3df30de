// Finds the server of an instance: by run.json and the processes of this machine.

import { readRecord, type Owner, type RunRecord } from "./run-record.js";
import { isSameProcess, isAlive, isFromEarlierBoot } from "../process/process-identity.js";
import type { ServerContext } from "./server-context.js";
import type { ProcessEnding } from "../process/process-ending.js";
import { findUnrecordedServer } from "./find-unrecorded.js";

export type FoundServer =
  | { readonly kind: "none" }
  /** `owner` is `nobody` also when the recorded owner is dead. `isUnrecorded`: run.json does not exist yet. */
  | {
      readonly kind: "server";
      readonly record: RunRecord;
      readonly owner: Owner;
      readonly isUnrecorded?: boolean;
    }
  /** A host is stopping the server, or the host was killed while it stopped the server. */
  | { readonly kind: "stopping"; readonly record: RunRecord }
  | { readonly kind: "crashed"; readonly record: RunRecord; readonly ending: ProcessEnding };

export async function resolveOwner(
  record: RunRecord,
  { instance, ownIdentity }: ServerContext,
): Promise<Owner> {
  if (isSameProcess(record.owner, await ownIdentity())) return "this";
  return (await isAlive(record.owner, instance)) ? "other" : "nobody";
}

export async function findServer(context: ServerContext): Promise<FoundServer> {
  const found = await findRecorded(context);
  if (found.kind === "server" || found.kind === "stopping") return found;
  const record = await findUnrecordedServer(context.instance);
  if (record === undefined) return found;
  return { kind: "server", record, owner: await resolveOwner(record, context), isUnrecorded: true };
}

async function findRecorded(context: ServerContext): Promise<FoundServer> {
  const { instance } = context;
  const record = await readRecord(instance.layout.runState);
  if (record === undefined || (await isFromEarlierBoot(record.process, instance.platform)))
    return { kind: "none" };
  if (record.phase === "crashed") return { kind: "crashed", record, ending: record.ending ?? {} };
  if (!(await isAlive(record.process, instance)))
    return record.phase === "stopping" ? { kind: "none" } : { kind: "crashed", record, ending: {} };
  if (record.phase === "stopping") return { kind: "stopping", record };
  return { kind: "server", record, owner: await resolveOwner(record, context) };
}
