// Waits for several answers, but only a short time for the slow ones.

import { raceAbort, type Clock } from "@pictor/kernel/plugin";

/**
 * Resolves when all of `works` have settled, or `ms` milliseconds after the first of them has resolved to true. The
 * works go on. Rejects only with the reason of the signal.
 */
export async function waitForMost(
  works: readonly Promise<boolean>[],
  {
    clock,
    ms,
    signal,
  }: { readonly clock: Clock; readonly ms: number; readonly signal: AbortSignal | undefined },
): Promise<void> {
  let cancel: (() => void) | undefined;
  const enough = new Promise<void>((resolve) => {
    const startWaiting = (hasAnswered: boolean): void => {
      if (hasAnswered && signal?.aborted !== true) cancel ??= clock.after(ms, resolve);
    };
    void Promise.allSettled(works.map((work) => work.then(startWaiting))).then(() => resolve());
  });
  try {
    await raceAbort(signal, enough);
  } finally {
    cancel?.();
  }
}
