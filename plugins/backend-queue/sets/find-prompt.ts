// Finds a prompt: what its hash says, and its job.

import type { Session } from "../base/session.js";
import { readFields, type PromptFields } from "../protocol/claims.js";
import type { JobOfSet, Queues } from "./queues.js";

export interface FoundPrompt {
  readonly fields: PromptFields;
  /** Undefined if it was never submitted, was removed, or is forgotten. */
  readonly found: JobOfSet | undefined;
}

/** Rejects as Redis does. */
export async function findPrompt(
  { connection, keys }: Pick<Session, "connection" | "keys">,
  queues: Pick<Queues, "find">,
  id: string,
): Promise<FoundPrompt> {
  const fields = await readFields(connection, keys, id);
  const { set } = fields;
  const job = set === undefined ? undefined : await queues.find(set, id);
  return { fields, found: set === undefined || job === undefined ? undefined : { set, id, job } };
}
