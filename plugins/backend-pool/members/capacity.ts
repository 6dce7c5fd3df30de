// How many prompts a member runs at once: as the settings say, else as many as its own members that get prompts, else one.

import type { Backend, Clock } from "@pictor/kernel/plugin";

/** Milliseconds after which the number is asked for again: workers of a queue come and go. */
export const capacityMs = 5_000;

export class Capacity {
  readonly #configured: number | undefined;
  readonly #clock: Clock;
  #known = 1;
  #readAt = -Infinity;

  constructor(configured: number | undefined, clock: Clock) {
    this.#configured = configured;
    this.#clock = clock;
  }

  current(): number {
    return this.#configured ?? this.#known;
  }

  /** Whether the member decides, and was not asked a moment ago. */
  isOld(): boolean {
    return this.#configured === undefined && this.#clock.now() - this.#readAt >= capacityMs;
  }

  /** Asks the member again if the number is old. Resolves to whether it has changed; never rejects. */
  async refresh(ask: () => Promise<number>): Promise<boolean> {
    if (!this.isOld()) return false;
    this.#readAt = this.#clock.now();
    const before = this.#known;
    // A member that does not answer keeps its number: whether it gets prompts depends on its health.
    this.#known = Math.max(1, await ask().catch(() => before));
    return this.#known !== before;
  }
}

/** How many prompts the members of a member run at once; at least one, because a queue keeps prompts until a worker comes. */
export async function readCapacity({ facets }: Backend, signal: AbortSignal): Promise<number> {
  if (facets.members === undefined) return 1;
  const { members } = await facets.members.status({ signal });
  return members
    .filter(({ state }) => state === "ready")
    .reduce((sum, { capacity = 1 }) => sum + capacity, 0);
}
