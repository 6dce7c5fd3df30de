// Ends the attempts to submit a prompt with its first event, which proves that the server has taken it.

import { linkedController } from "@pictor/kernel/plugin";

/** Settles as `work` or `seen` does, whichever is first, and then aborts the signal of `work`. */
export async function untilSeen<Value>(
  seen: Promise<Value> | undefined,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  if (seen === undefined) return work(signal);
  const { controller, release } = linkedController(signal);
  try {
    return await Promise.race([seen, work(controller.signal)]);
  } finally {
    release();
    controller.abort();
  }
}
