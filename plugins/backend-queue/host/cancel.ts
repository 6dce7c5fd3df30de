// Cancels prompts: removes those that wait, and asks the worker of those that have begun.

import type { CancelOutcome } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { removePrompt } from "../protocol/claims.js";
import type { Bull } from "../sets/bull.js";

/** Rejects as Redis does. May be repeated. */
export async function cancelPrompt(
  id: string,
  { session, bull }: { readonly session: Session; readonly bull: Bull },
): Promise<CancelOutcome> {
  const { connection, keys } = session;
  const set = await connection.run("hget", keys.prompt(id), "set");
  const outcome = await removePrompt(connection, keys, id);
  if (outcome.type === "taken") {
    await connection.all([
      ["hset", keys.prompt(id), "cancel", 1],
      ["publish", keys.toWorker(outcome.worker), id],
    ]);
    return "interrupting";
  }
  // A worker that has just taken the job finds that it was removed, and drops it.
  if (typeof set === "string") await bull.remove(set, id);
  return outcome.type === "removed" ? "removed" : "gone";
}
