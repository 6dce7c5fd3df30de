// Decides when a worker that was not seen has lost its prompt. A worker keeps a key alive for `lostSeconds`; Redis
// itself may have been away for longer, so the key has to be missing for a while before the worker counts as gone.

import type { Clock } from "@pictor/kernel/plugin";

const longestKept = 10_000;

export class AbsenceWatch {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #missingSince = new Map<string, number>();

  /** `limitMs` is the time for which the key has to be missing; a worker gives several signs in this time. */
  constructor(clock: Clock, limitMs: number) {
    this.#clock = clock;
    this.#limitMs = limitMs;
  }

  /** Notes whether the key of a worker is there. Returns whether the worker is gone. */
  isGone(worker: string, isAlive: boolean): boolean {
    const missing = this.#missingSince;
    if (isAlive) {
      missing.delete(worker);
      return false;
    }
    const since = missing.get(worker);
    if (since !== undefined) return this.#clock.now() - since >= this.#limitMs;
    if (missing.size >= longestKept) missing.clear();
    missing.set(worker, this.#clock.now());
    return false;
  }

  /** Forgets all observations, because Redis was away. */
  reset(): void {
    this.#missingSince.clear();
  }
}

/** The reason of the verdict `lost` for a prompt whose worker is gone. */
export const goneReason = (worker: string, id: string): string =>
  `the worker ${worker} had begun it as ${id}, and has not been seen since`;
