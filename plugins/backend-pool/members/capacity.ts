// How many prompts a member runs at once: as the settings say, else as many as its own members that get prompts, else one.

import type { Backend, Clock } from "@pictor/kernel/plugin";

export interface Capacity {
  current(): number;
  /** Whether the member decides, and was not asked a moment ago. */
  isOld(): boolean;
  /** Asks the member again if the number is old. Resolves to whether it has changed; never rejects. */
  refresh(ask: () => Promise<number>): Promise<boolean>;
}

/** Milliseconds after which the number is asked for again: workers of a queue come and go. */
export const capacityMs = 5_000;

export function createCapacity(configured: number | undefined, clock: Clock): Capacity {
  let known = 1;
  let readAt = -Infinity;
  const isOld = (): boolean => configured === undefined && clock.now() - readAt >= capacityMs;
  return {
    current: () => configured ?? known,
    isOld,
    async refresh(ask) {
      if (!isOld()) return false;
      readAt = clock.now();
      const before = known;
      // A member that does not answer keeps its number: whether it gets prompts depends on its health.
      known = Math.max(1, await ask().catch(() => before));
      return known !== before;
    },
  };
}

/** How many prompts the members of a member run at once; at least one, because a queue keeps prompts until a worker comes. */
export async function readCapacity({ facets }: Backend, signal: AbortSignal): Promise<number> {
  if (facets.members === undefined) return 1;
  const { members } = await facets.members.status({ signal });
  return members
    .filter(({ state }) => state === "ready")
    .reduce((sum, { capacity = 1 }) => sum + capacity, 0);
}
