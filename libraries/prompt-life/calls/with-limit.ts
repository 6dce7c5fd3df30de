// A time limit for a call: the call is aborted when the limit is exceeded.

import { fault, linkedController, raceAbort, type Clock } from "@pictor/kernel/plugin";

export interface Limit {
  readonly clock: Clock;
  /** The limit in milliseconds. */
  readonly ms: number;
  /** The caller's signal: ends the wait even if the call ignores the signal. */
  readonly signal: AbortSignal | undefined;
  /** The called server or file, for the error text. */
  readonly where: string;
}

/** Rejects with `BACKEND_UNREACHABLE` if there is no answer in time, and aborts the signal that `call` received. */
export async function withLimit<Value>(
  { clock, ms, signal, where }: Limit,
  call: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const { controller, release } = linkedController(signal);
  const cancel = clock.after(ms, () =>
    controller.abort(fault("BACKEND_UNREACHABLE", { url: where, reason: `no answer within ${ms / 1000} s` })),
  );
  try {
    return await raceAbort(controller.signal, (async () => call(controller.signal))());
  } finally {
    cancel();
    release();
  }
}
