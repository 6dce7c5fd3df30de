// Why prompts wait for their owners, although members could run them. Such a prompt has no place among those that wait
// for their turn.

import { ownerWait, type OwnerState } from "@pictor/farm";
import type { PromptWait } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { headOf, ownerOf } from "../protocol/job-data.js";
import { readOwner, readOwners } from "../protocol/owner-state.js";
import type { BullJob } from "../redis/packages.js";
import { createRecent } from "./recent.js";

type Data = Pick<BullJob, "data">;

const waitIn = ({ data }: Data, owner: OwnerState | undefined): PromptWait | undefined =>
  owner && ownerWait(owner, headOf(data).runningLimit);

/** The reason to show: that of the owner, unless the queue as a whole is paused. */
export const shownWait = (
  ofSet: PromptWait | undefined,
  ofOwner: PromptWait | undefined,
): PromptWait | undefined => (ofSet?.why === "paused" ? ofSet : (ofOwner ?? ofSet));

/** Reads the owners of prompts. Rejects as Redis does. */
export async function readOwnerWaits(
  jobs: readonly Data[],
  { connection, keys }: Pick<Session, "connection" | "keys">,
): Promise<(job: Data) => PromptWait | undefined> {
  const owners = await readOwners(connection, keys, [...new Set(jobs.map(({ data }) => ownerOf(data)))]);
  return (job) => waitIn(job, owners.get(ownerOf(job.data)));
}

/** Returns a function that says why a prompt waits for its owner. It reads each owner once in five seconds. */
export function createOwnerWait({
  connection,
  keys,
  clock,
}: Pick<Session, "connection" | "keys" | "clock">): (job: Data) => Promise<PromptWait | undefined> {
  const read = createRecent(clock, (owner: string) => readOwner(connection, keys, owner));
  return async (job) => waitIn(job, await read(ownerOf(job.data)));
}
