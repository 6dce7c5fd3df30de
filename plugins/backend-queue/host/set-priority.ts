// Gives a waiting prompt another priority.

import type { Priority } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { readPrompt, stageOf } from "../protocol/claims.js";
import { takeRound } from "../protocol/rounds.js";
import type { Bull } from "../sets/bull.js";

/** Resolves to false if the prompt does not wait. Rejects as Redis does. */
export async function setPriority(
  id: string,
  priority: Priority,
  { session: { connection, keys }, bull }: { readonly session: Session; readonly bull: Bull },
): Promise<boolean> {
  const { fields, verdict } = await readPrompt(connection, keys, id);
  const { set, owner } = fields;
  if (set === undefined || stageOf(fields, verdict !== undefined) !== "waiting") return false;
  return bull.move(set, id, await takeRound(connection, keys, owner, priority));
}
