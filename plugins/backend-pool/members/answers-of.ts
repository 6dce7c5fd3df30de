// Asks members the same, and waits only a short time for the slow ones.

import type { Backend, CallOptions, Clock } from "@pictor/kernel/plugin";
import type { Limits } from "../base/limits.js";
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

/** Calls the members, and waits for the slow ones as long as the pool does where the answers of some are enough. */
export const askAll = <Answer>(
  { clock, limits }: { readonly clock: Clock; readonly limits: Limits },
  members: Iterable<Member>,
  use: (backend: Backend, options: CallOptions) => Promise<Answer>,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Answer>> =>
  answersOf(
    members,
    (member) => member.call((backend, limited) => use(backend, { signal: limited }), { signal }),
    { clock, ms: limits.patienceMs, signal },
  );
