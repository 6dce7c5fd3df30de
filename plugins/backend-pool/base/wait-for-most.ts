// Waits for several answers, but only a short time for the slow ones.

import { pause, raceAbort, type Clock } from "@pictor/kernel/plugin";

/**
 * Resolves when all of `works` have settled, or `ms` milliseconds after the first of them has resolved to true. The works go on. Rejects
 * only with the reason of the signal.
 */
export async function waitForMost(
  works: readonly Promise<boolean>[],
  {
    clock,
    ms,
    signal,
  }: { readonly clock: Clock; readonly ms: number; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const isOver = new AbortController();
  const all = Promise.allSettled(works).then(() => isOver.abort());
  const first = Promise.any(
    works.map(async (work) => (await work) || Promise.reject(new Error("no answer"))),
  );
  const enough = first.then(
    () => pause(clock, ms, isOver.signal).catch(() => undefined),
    () => all,
  );
  try {
    await raceAbort(signal, Promise.race([all, enough]));
  } finally {
    isOver.abort();
  }
}
