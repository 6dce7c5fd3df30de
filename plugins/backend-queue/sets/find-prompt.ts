// Finds prompts: one by its id, with what its hash says and its job, and the jobs of all queues.

import { isRecord } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import type { JobOfSet, SetId } from "../bull/jobs.js";
import { readFields, type PromptFields } from "../protocol/claims.js";
import type { BullState } from "../redis/packages.js";
import { readSets } from "./heads.js";

export interface FoundPrompt {
  readonly fields: PromptFields;
  /** Undefined if it was never submitted, was removed, or is forgotten. */
  readonly found: JobOfSet | undefined;
}

/**
 * `expected` is the set to which the prompt was submitted: where its job has ended there, the hash says nothing more.
 * Rejects as Redis does.
 */
export async function findPrompt(
  { connection, keys, queues }: Session,
  id: string,
  expected?: SetId,
): Promise<FoundPrompt> {
  const first = expected === undefined ? undefined : await queues.find(expected, id);
  if (expected !== undefined && first?.finishedOn !== undefined && isRecord(first.returnvalue))
    return { fields: { set: expected }, found: { set: expected, id, job: first } };
  const fields = await readFields(connection, keys, id);
  const { set } = fields;
  if (set === undefined) return { fields, found: undefined };
  const job = set === expected ? first : await queues.find(set, id);
  return { fields, found: job && { set, id, job } };
}

/** A job in the state in which it was found. */
export interface ListedJob extends JobOfSet {
  readonly state: BullState;
}

/**
 * Reads the jobs of all queues in some states, at most `limit` of each queue and state. A job whose state changes
 * meanwhile is there once, as it was read last.
 */
export async function readJobs(
  session: Session,
  states: readonly BullState[],
  limit = Infinity,
): Promise<readonly ListedJob[]> {
  const found = new Map<string, ListedJob>();
  for (const set of await readSets(session))
    for (const state of states)
      for (const job of await session.queues.list(set, state, limit))
        if (job.id !== undefined) found.set(job.id, { set, id: job.id, job, state });
  return [...found.values()];
}
