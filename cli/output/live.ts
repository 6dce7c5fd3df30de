// Draws the live line of a generation: at most twenty times a second, only what has changed, and away at the end.

import type { JobEvent } from "@pictor/kernel";
import { renderBar } from "./bar.js";
import { advance, noProgress } from "./progress.js";
import type { Terminal } from "./terminal.js";

const intervalMs = 50;

export interface Ticker {
  now(): number;
  /** Calls `tick` again and again; returns how to stop. */
  every(ms: number, tick: () => void): () => void;
}

/** Keeps no process alive. */
export const realTicker: Ticker = {
  now: () => performance.now(),
  every(ms, tick) {
    const timer = setInterval(tick, ms).unref();
    return () => {
      clearInterval(timer);
    };
  },
};

export interface Live {
  event(event: JobEvent): void;
  stop(): void;
}

export function startLive(
  terminal: Pick<Terminal, "status" | "columns" | "live">,
  count: number,
  ticker: Ticker,
): Live {
  const started = ticker.now();
  let progress = noProgress(count);
  const draw = (): void => {
    terminal.status.show(renderBar(progress, terminal.columns(), ticker.now() - started));
  };
  const stopTicking = terminal.live ? ticker.every(intervalMs, draw) : () => undefined;
  return {
    event(event) {
      progress = advance(progress, event);
    },
    stop() {
      stopTicking();
      terminal.status.show("");
    },
  };
}
