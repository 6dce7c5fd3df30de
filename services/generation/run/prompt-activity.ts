// Decides from the connection and the events of a prompt when the server's record of the prompt is worth reading.

import type { Clock } from "@pictor/kernel";

export interface PromptActivity {
  /** Notes an event of the prompt. Must be fast, because thousands can arrive each second. */
  noteEvent(): void;
  /** Time of the latest event, or of the creation if there was none, in milliseconds since 1970. */
  lastEventAt(): number;
  /** Notes the last message of the run, after which the record should contain the ending. Requests a reading. */
  noteRunEnd(): void;
  /** Whether `noteRunEnd` was called since the last call of `takeRunEnd`. */
  takeRunEnd(): boolean;
  /** Notes whether the event connection is open. */
  setConnected(isConnected: boolean): void;
  isConnected(): boolean;
  /** Ends the present or the next wait at once. */
  requestReading(): void;
  /** Resolves after `requestReading`, or after `ms` milliseconds without an event. Rejects when the job is stopped. */
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

  /** Resolves after `ms` milliseconds, or earlier when a reading is requested or the job is stopped. */
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
        // An event does not reset the timer, because that would be slow. When the timer fires, it is set again for the
        // remaining time.
        if (lastEventAt <= since) break;
        since = lastEventAt;
      }
      signal.throwIfAborted();
      isReadingRequested = false;
    },
  };
}
