// Asks members the same, and waits only a short time for the slow ones.

import type { Clock } from "@pictor/kernel/plugin";
import { waitForMost } from "../base/wait-for-most.js";
import type { Member } from "./member.js";

/** Resolves to the answers by the names of the members, as `waitForMost` does: without those that failed or are slow. */
export async function answersOf<Answer>(
  members: Iterable<Member>,
  ask: (member: Member) => Promise<Answer>,
  limit: { readonly clock: Clock; readonly ms: number; readonly signal: AbortSignal | undefined },
): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>();
  const works = [...members].map(async (member) => {
    answers.set(member.name, await ask(member));
    return true;
  });
  await waitForMost(works, limit);
  return answers;
}
