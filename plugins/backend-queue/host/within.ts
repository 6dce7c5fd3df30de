// Calls that end with the signal of their caller.

import { raceAbort, type CallOptions } from "@pictor/kernel/plugin";

/** Begins nothing for a signal that is aborted, and does not wait for a reply when it is. */
export async function within<Result>(
  options: CallOptions | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  options?.signal?.throwIfAborted();
  return raceAbort(options?.signal, work());
}
