// What the connection and the prompt's events say about when the server's record of the prompt is worth reading.

import type { Clock } from "@pictor/kernel";

export interface PromptActivity {
  /** An event of the prompt came. Cheap: thousands come each second. */
  noteEvent(): void;
  /** When the latest event came; before the first, when the activity was created. Milliseconds since 1970. */
  lastEventAt(): number;
  /** The run's last message came: the server's record should have the ending. Ends the waiting too. */
  noteRunEnd(): void;
  /** Whether `noteRunEnd` was called since the last call of `takeRunEnd`. */
  takeRunEnd(): boolean;
  /** The connection over which events come was opened or lost. */
  setConnected(isConnected: boolean): void;
  isConnected(): boolean;
  /** Ends the waiting: the record is worth reading now. */
  requestReading(): void;
  /** Settles after `requestReading`, or when no event came for `ms`. Rejects when the job is stopped. */
  untilReadingDue(ms: number): Promise<void>;
}

export function createPromptActivity(clock: Clock, signal: AbortSignal): PromptActivity {
  let lastEventAt = clock.now();
  let isReadingRequested = false;
  let hasRunEnded = false;
  let isConnected = true;
  let wake: (() => void) | undefined;

  const requestReading = (): void => {
    isReadingRequested = true;
    wake?.();
  };

  /** Settles after `ms`, or earlier when a reading is requested or the job is stopped. */
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        cancel();
        signal.removeEventListener("abort", end);
        wake = undefined;
        resolve();
      };
      const cancel = clock.after(ms, end);
      signal.addEventListener("abort", end, { once: true });
      wake = end;
    });

  return {
    noteEvent() {
      lastEventAt = clock.now();
    },
    lastEventAt: () => lastEventAt,
    noteRunEnd() {
      hasRunEnded = true;
      requestReading();
    },
    takeRunEnd() {
      const taken = hasRunEnded;
      hasRunEnded = false;
      return taken;
    },
    setConnected(value) {
      isConnected = value;
    },
    isConnected: () => isConnected,
    requestReading,
    async untilReadingDue(ms) {
      let since = clock.now();
      for (;;) {
        signal.throwIfAborted();
        if (isReadingRequested) break;
        await sleep(Math.min(ms, since + ms - clock.now()));
        // Events postpone the reading without touching the timer: it is set again for the rest when it fires.
        if (lastEventAt <= since) break;
        since = lastEventAt;
      }
      signal.throwIfAborted();
      isReadingRequested = false;
    },
  };
}
