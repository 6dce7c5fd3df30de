// Draws the live line of a generation at most twenty times a second, and removes it at the end. Without a terminal, prints a
// line every few seconds.

import type { JobEvent } from "@pictor/kernel";
import type { Terminal } from "../output/terminal.js";
import type { Ticker } from "../output/ticker.js";
import { clockTime } from "../text/time-text.js";
import { advance, initialProgress, type Progress } from "./progress.js";
import { progressText, renderProgress } from "./progress-bar.js";

const intervalMs = 50;
/** The least time between two printed lines, and the time after which a line is printed although nothing has changed. */
const printIntervalMs = 5_000;
const unchangedIntervalMs = 30_000;

export interface LiveProgress {
  event(event: JobEvent): void;
  stop(): void;
}

/** Until the prompt is queued the generation may wait for the backend, and the line shows what the backend reports. */
const isBeforeQueue = ({ phase }: Progress): boolean =>
  phase === "building" || phase === "gating" || phase === "validating" || phase === "uploading";

export function startLiveProgress(
  terminal: Pick<Terminal, "status" | "columns" | "live" | "activity" | "note">,
  count: number,
  ticker: Ticker,
): LiveProgress {
  const startedAt = ticker.now();
  const elapsed = (): number => ticker.now() - startedAt;
  let progress = initialProgress(count);
  const { activity } = terminal;
  const draw = (): void => {
    const reported = isBeforeQueue(progress) ? activity.text() : "";
    const line = `${clockTime(elapsed())} ${reported}`;
    terminal.status.show(reported === "" ? renderProgress(progress, terminal.columns(), elapsed()) : line);
  };
  let printed = progress;
  let printedAt = 0;
  const print = (): void => {
    const elapsedMs = elapsed();
    if (progress === printed && elapsedMs - printedAt < unchangedIntervalMs) return;
    printed = progress;
    printedAt = elapsedMs;
    const reported = isBeforeQueue(progress) ? activity.text() : "";
    terminal.note(
      reported === "" ? progressText(progress, elapsedMs) : `${clockTime(elapsedMs)} ${reported}`,
    );
  };
  const resumeActivity = activity.suspend();
  const stopTicking = terminal.live ? ticker.every(intervalMs, draw) : ticker.every(printIntervalMs, print);
  return {
    event(event) {
      progress = advance(progress, event, elapsed());
      if (!isBeforeQueue(progress)) activity.clear();
    },
    stop() {
      stopTicking();
      resumeActivity();
      activity.clear();
      terminal.status.show("");
    },
  };
}
