// Waits for the next event.

import type { EventLog } from "./event-log.js";

/** Resolves after the next event or preview, or when the signal is aborted. */
export function nextChange(log: EventLog, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      unsubscribe();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const unsubscribe = log.subscribe(finish);
    signal.addEventListener("abort", finish, { once: true });
  });
}
