// Estimates how long prompts wait, from what the workers have measured.

import { expectedWaitMs, type MeasuredServer } from "@pictor/farm";
import type { Clock } from "@pictor/kernel/plugin";
import { createRecent } from "./recent.js";
import type { Workers } from "./workers.js";

/** The expected milliseconds until a prompt runs that has `ahead` prompts of its capability set before it. */
export type Waits = (ahead: number) => Promise<{ readonly waitMs?: number }>;

export function createWaits(workers: Pick<Workers, "list">, clock: Clock): Waits {
  const servers = createRecent(clock, async (): Promise<readonly MeasuredServer[]> =>
    (await workers.list()).flatMap(({ record: { runMs, state }, isAlive, isDraining }) =>
      isAlive && !isDraining && state === "ready" ? [runMs === undefined ? {} : { runMs }] : [],
    ),
  );
  return async (ahead) => {
    const waitMs = expectedWaitMs(ahead, await servers(undefined));
    return waitMs === undefined ? {} : { waitMs };
  };
}
