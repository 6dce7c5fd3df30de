// Estimates how long prompts wait, from what the workers have measured.

import { expectedWaitMs, type MeasuredServer } from "@pictor/farm";
import type { Clock } from "@pictor/kernel/plugin";
import type { Workers } from "./workers.js";

/** Milliseconds for which the measurements are not read again: every waiting prompt asks for them. */
const recentMs = 5_000;

/** The expected milliseconds until a prompt runs that has `ahead` prompts of its capability set before it. */
export type Waits = (ahead: number) => Promise<{ readonly waitMs?: number }>;

export function createWaits(workers: Pick<Workers, "list">, clock: Clock): Waits {
  let last: { readonly at: number; readonly servers: Promise<readonly MeasuredServer[]> } | undefined;
  const read = async (): Promise<readonly MeasuredServer[]> =>
    (await workers.list()).flatMap(({ record: { runMs, state }, isAlive, isDraining }) =>
      isAlive && !isDraining && state === "ready" ? [runMs === undefined ? {} : { runMs }] : [],
    );
  return async (ahead) => {
    if (last === undefined || clock.now() - last.at >= recentMs) {
      const servers = read();
      servers.catch(() => (last = undefined));
      last = { at: clock.now(), servers };
    }
    const waitMs = expectedWaitMs(ahead, await last.servers);
    return waitMs === undefined ? {} : { waitMs };
  };
}
