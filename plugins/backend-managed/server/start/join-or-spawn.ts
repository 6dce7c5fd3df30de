// Joins the server that runs already, or starts one. Call with the server lock held.

import { planLaunch } from "../../launch/plan-launch.js";
import type { WorkOptions } from "../../instance.js";
import { writeModelPaths } from "../../models/write-model-paths.js";
import { launchingFile } from "../record/find-unrecorded.js";
import { findServer, type FoundServer } from "../record/find-server.js";
import { removeRecord, writeRecord, type Ownership, type RunRecord } from "../record/run-record.js";
import type { TrackedServer } from "../record/server-context.js";
import { isSameProcess } from "../process/process-identity.js";
import type { SupervisorContext } from "../state/server-tracker.js";
import { stopProcess } from "../stop/stop-process.js";
import { spawnServer } from "./spawn-server.js";

export interface SpawnOptions extends WorkOptions, JoinOptions {
  readonly ownership: Ownership;
  /** The device that torch was installed for, if known. */
  readonly torchDevice: string | undefined;
}

export interface JoinOptions {
  /** Whether this process becomes the owner of an orphan: a server whose owner was killed. */
  readonly takesOver: boolean;
  /** The ownership for the record. `keep` is added to the record. */
  readonly ownership?: Ownership | undefined;
}

/** Joins the running server; undefined when no server runs. */
export async function joinServer(
  context: SupervisorContext,
  options: JoinOptions,
): Promise<TrackedServer | undefined> {
  const found = await findServer(context);
  return found.kind === "server" ? join(context, found, options) : undefined;
}

/** Joins the running server, else starts one. Ends a server whose stop was interrupted first. */
export async function joinOrSpawn(context: SupervisorContext, options: SpawnOptions): Promise<TrackedServer> {
  const { instance, auth, tracker } = context;
  const { ownership, torchDevice, signal, onLine } = options;
  const found = await findServer(context);
  if (found.kind === "server") return join(context, found, options);
  if (found.kind === "stopping") {
    const { record } = found;
    const interrupted = { record, watched: tracker.watch(record.process) };
    await stopProcess(context, interrupted, { interruptsPrompt: false });
  }
  await writeModelPaths(instance);
  const plan = await planLaunch(instance, { auth, torchDevice, signal, onLine });
  for (const note of plan.notes) instance.logger.warn(`${instance.name}: ${note}.`);
  try {
    signal?.throwIfAborted();
    onLine?.(`the server will listen on ${plan.address.url}`);
    return { ...(await spawnServer(context, plan, ownership)), releasePort: plan.releasePort };
  } catch (error) {
    plan.releasePort();
    throw error;
  }
}

async function join(
  { instance, ownIdentity, tracker }: SupervisorContext,
  { record, owner, isUnrecorded = false }: Extract<FoundServer, { readonly kind: "server" }>,
  { takesOver, ownership }: JoinOptions,
): Promise<TrackedServer> {
  const me = await ownIdentity();
  const watched = tracker.watch(record.process);
  const isOrphan = owner === "nobody" && !record.keep;
  // The record is not changed, so that the end of this process does not end the server.
  if (isOrphan && !takesOver) return { record, watched, owner };
  if (isOrphan)
    instance.logger.info(`The server of "${instance.name}" outlived its host; this process takes it over.`);
  const { guests = [] } = record;
  const joined: RunRecord = {
    ...record,
    keep: record.keep || ownership?.keep === true,
    owner: owner === "this" || isOrphan ? me : record.owner,
    guests: owner === "other" ? [...guests.filter((guest) => !isSameProcess(guest, me)), me] : guests,
  };
  await writeRecord(instance.layout.runState, joined);
  if (isUnrecorded) await removeRecord(launchingFile(instance));
  return { record: joined, watched, owner: isOrphan ? "this" : owner };
}
