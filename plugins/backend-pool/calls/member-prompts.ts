// What the members of a pool have in their own queues, whoever has submitted it.

import type { PromptSummary } from "@pictor/kernel/plugin";
import { waitForMost } from "../base/wait-for-most.js";
import type { Core } from "../core/core.js";
import type { Member } from "../members/member.js";

export const isOpen = ({ state }: PromptSummary): boolean => state === "queued" || state === "running";

/** The prompts of each member that answers soon: all that wait or run, and at most `limit` that have ended. */
export async function memberPrompts(
  members: Iterable<Member>,
  { clock, limits }: Pick<Core, "clock" | "limits">,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal | undefined },
): Promise<ReadonlyMap<string, readonly PromptSummary[]>> {
  const found = new Map<string, readonly PromptSummary[]>();
  const works = [...members].map(async (member) => {
    const listed = await member.call((backend, limited) => backend.prompts({ limit, signal: limited }), {
      signal,
    });
    found.set(member.name, listed);
    return true;
  });
  await waitForMost(works, { clock, ms: limits.patienceMs, signal });
  return found;
}
