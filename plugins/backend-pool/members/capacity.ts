// How many prompts a member runs at once: as the settings say, else the number of its own members that get prompts, else one.

import type { Backend, Clock } from "@pictor/kernel/plugin";

export interface Capacity {
  current(): number;
  /** Asks the member again, unless that was done a moment ago. Resolves to whether the capacity has changed; never rejects. */
  refresh(ask: () => Promise<number>): Promise<boolean>;
}

/** Milliseconds for which the number is not asked for again: workers of a queue come and go. */
const recentMs = 5_000;

export function createCapacity(configured: number | undefined, clock: Clock): Capacity {
  let known = 1;
  let readAt = -Infinity;
  return {
    current: () => configured ?? known,
    async refresh(ask) {
      if (configured !== undefined || clock.now() - readAt < recentMs) return false;
      readAt = clock.now();
      const before = known;
      // A member that does not answer keeps its number: whether it gets prompts depends on its health.
      known = await ask().catch(() => before);
      return known !== before;
    },
  };
}

/** The members of a member that get prompts; at least one, because a queue keeps prompts until a worker comes. */
export async function readCapacity({ facets }: Backend, signal: AbortSignal): Promise<number> {
  if (facets.members === undefined) return 1;
  const { members } = await facets.members.status({ signal });
  return Math.max(1, members.filter(({ state }) => state === "ready").length);
}
