// Waiting for a prompt: until its events have been silent for a while, or something calls for a look at its record.

import type { Clock } from "@pictor/kernel";

export interface Watch {
  /** An event of the prompt came. Cheap: thousands come each second. */
  touch(): void;
  /** When the last one came; the watch's start before that. Milliseconds since 1970. */
  touchedAt(): number;
  /** Its record is worth reading now. */
  call(): void;
  /** The connection over which events come was opened or lost. */
  connected(isOpen: boolean): void;
  /** Whether events can come. */
  isOpen(): boolean;
  /** The last message of its run came: its record should be there. */
  over(): void;
  /** Whether that was so since it was last asked. */
  takeOver(): boolean;
  /** Settles when it was called, or when no event came for `ms`. */
  silence(ms: number): Promise<void>;
}

export function createWatch(clock: Clock, signal: AbortSignal): Watch {
  let touchedAt = clock.now();
  let called = false;
  let isOver = false;
  let isOpen = true;
  let wake: (() => void) | undefined;

  const call = (): void => {
    called = true;
    wake?.();
  };

  /** Settles after `ms`, or earlier when the record is worth reading or the job is stopped. */
  const waking = (ms: number): Promise<void> =>
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
    touch() {
      touchedAt = clock.now();
    },
    touchedAt: () => touchedAt,
    call,
    connected(is) {
      isOpen = is;
    },
    isOpen: () => isOpen,
    over() {
      isOver = true;
      call();
    },
    takeOver() {
      const was = isOver;
      isOver = false;
      return was;
    },
    async silence(ms) {
      let since = clock.now();
      for (;;) {
        signal.throwIfAborted();
        if (called) break;
        await waking(Math.min(ms, since + ms - clock.now()));
        // Moved by events; the timer is not.
        if (touchedAt <= since) break;
        since = touchedAt;
      }
      signal.throwIfAborted();
      called = false;
    },
  };
}
