// Repeats work until Redis, the store or a server answers.

import { backoffMs, pause, type Clock } from "@pictor/kernel/plugin";
import { isTemporary } from "./errors.js";

const longestMs = 2_000;

/** Repeats `work` while it fails with a temporary error. Rejects with any other error, and with the reason of the signal. */
export async function untilAnswered<Result>(
  work: () => Promise<Result>,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isTemporary(error)) throw error;
      await pause(clock, Math.min(longestMs, backoffMs(attempt)), signal);
    }
  }
}
