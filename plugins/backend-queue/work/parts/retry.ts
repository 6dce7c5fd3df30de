// Repeats work until Redis, the store or a server answers, or until it succeeds.

import { backoffMs, pause, type Clock } from "@pictor/kernel/plugin";
import { isTemporary } from "./errors.js";
import type { Warnings } from "./warnings.js";

const longestMs = 2_000;
/** The longest pause after an error that somebody has to correct. */
const longestRefusedMs = 15_000;

/** Milliseconds of temporary errors in a row after which somebody should know of them. */
const longMs = 30_000;

/**
 * Repeats `work` while it fails with a temporary error. Rejects with any other error, and with the reason of the
 * signal. `onLong` is called when temporary errors last for half a minute, such as those of a full disk.
 */
export async function untilAnswered<Result>(
  work: () => Promise<Result>,
  {
    clock,
    signal,
    onLong,
  }: { readonly clock: Clock; readonly signal: AbortSignal; onLong?(error: unknown): void },
): Promise<Result> {
  const since = clock.now();
  let isTold = false;
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isTemporary(error)) throw error;
      if (!isTold && clock.now() - since >= longMs) {
        isTold = true;
        onLong?.(error);
      }
      await pause(clock, Math.min(longestMs, backoffMs(attempt)), signal);
    }
  }
}

/**
 * Repeats `work` after errors of every kind, for what must not be lost. Rejects with the reason of the signal, and with
 * an error that `isFinal` accepts. `warnings` are noted of each error that is not temporary, and of one that lasts.
 */
export async function untilDone<Result>(
  work: () => Promise<Result>,
  {
    clock,
    signal,
    warnings,
  }: { readonly clock: Clock; readonly signal: AbortSignal; readonly warnings: Pick<Warnings, "note"> },
  isFinal: (error: unknown) => boolean = () => false,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await untilAnswered(work, { clock, signal, onLong: (error) => warnings.note(error) });
    } catch (error) {
      signal.throwIfAborted();
      if (isFinal(error)) throw error;
      warnings.note(error);
      await pause(clock, Math.min(longestRefusedMs, backoffMs(attempt)), signal);
    }
  }
}

/** Does something again and again, with a pause in between. `work` does not reject. */
export async function repeat(
  work: () => Promise<unknown>,
  { clock, signal, ms }: { readonly clock: Clock; readonly signal: AbortSignal; readonly ms: number },
): Promise<void> {
  while (!signal.aborted) {
    await work();
    await pause(clock, ms, signal).catch(() => undefined);
  }
}
