// Repeats a step of a held lock while another program has its file open, which Windows refuses.

import { isInUse, pause, type Clock } from "@pictor/kernel/plugin";
import { lockLimits } from "./limits.js";

/** Settles as the last attempt does. `isBusy` says of an error that the next attempt may succeed. */
export async function whileBusy<T>(
  clock: Clock,
  step: () => Promise<T>,
  isBusy: (error: unknown) => boolean = (error) => isInUse(error),
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (!isBusy(error) || attempt === lockLimits.busyAttempts) throw error;
    }
    await pause(clock, lockLimits.busyPauseMs);
  }
}
