// What the members of a pool have in their own queues, whoever has submitted it.

import type { PromptSummary } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import { answersOf } from "../members/answers-of.js";
import type { Member } from "../members/member.js";

export const isOpen = ({ state }: PromptSummary): boolean => state === "queued" || state === "running";

/** The prompts of each member that answers soon: all that wait or run, and at most `limit` that have ended. */
export function memberPrompts(
  members: Iterable<Member>,
  { clock, limits }: Pick<Core, "clock" | "limits">,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal | undefined },
): Promise<ReadonlyMap<string, readonly PromptSummary[]>> {
  return answersOf(
    members,
    (member) => member.call((backend, limited) => backend.prompts({ limit, signal: limited }), { signal }),
    { clock, ms: limits.patienceMs, signal },
  );
}
