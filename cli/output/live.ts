// Draws the live line of a generation: at most twenty times a second, only what has changed, and away at the end.

import type { JobEvent } from "@pictor/host";
import { clockTime, renderBar } from "./bar.js";
import { advance, noProgress, type Progress } from "./progress.js";
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

/** Before a prompt is queued it may be the backend that is waited for, which says what it does. */
const isBefore = ({ phase }: Progress): boolean =>
  phase === "building" || phase === "gating" || phase === "validating" || phase === "uploading";

export function startLive(
  terminal: Pick<Terminal, "status" | "columns" | "live" | "activity">,
  count: number,
  ticker: Ticker,
): Live {
  const started = ticker.now();
  let progress = noProgress(count);
  const { activity } = terminal;
  const draw = (): void => {
    const elapsedMs = ticker.now() - started;
    const said = isBefore(progress) ? activity.text() : "";
    const line = `${clockTime(elapsedMs)} ${said}`.slice(0, Math.max(4, terminal.columns() - 1));
    terminal.status.show(said === "" ? renderBar(progress, terminal.columns(), elapsedMs) : line);
  };
  const release = activity.take();
  const stopTicking = terminal.live ? ticker.every(intervalMs, draw) : () => undefined;
  return {
    event(event) {
      progress = advance(progress, event);
      if (!isBefore(progress)) activity.end();
    },
    stop() {
      stopTicking();
      release();
      activity.end();
      terminal.status.show("");
    },
  };
}
