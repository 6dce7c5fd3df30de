// Draws the live line of a generation at most twenty times a second, and removes it at the end.

import type { JobEvent } from "@pictor/host";
import type { Terminal } from "../output/terminal.js";
import type { Ticker } from "../output/ticker.js";
import { clockTime } from "../text/time-text.js";
import { advance, initialProgress, type Progress } from "./progress.js";
import { renderProgress } from "./progress-bar.js";

const intervalMs = 50;

export interface LiveProgress {
  event(event: JobEvent): void;
  stop(): void;
}

/** Until the prompt is queued the generation may wait for the backend, and the line shows what the backend reports. */
const isBeforeQueue = ({ phase }: Progress): boolean =>
  phase === "building" || phase === "gating" || phase === "validating" || phase === "uploading";

export function startLiveProgress(
  terminal: Pick<Terminal, "status" | "columns" | "live" | "activity">,
  count: number,
  ticker: Ticker,
): LiveProgress {
  const startedAt = ticker.now();
  let progress = initialProgress(count);
  const { activity } = terminal;
  const draw = (): void => {
    const elapsedMs = ticker.now() - startedAt;
    const columns = terminal.columns();
    const reported = isBeforeQueue(progress) ? activity.text() : "";
    const line = `${clockTime(elapsedMs)} ${reported}`.slice(0, Math.max(4, columns - 1));
    terminal.status.show(reported === "" ? renderProgress(progress, columns, elapsedMs) : line);
  };
  const resumeActivity = activity.suspend();
  const stopTicking = terminal.live ? ticker.every(intervalMs, draw) : () => undefined;
  return {
    event(event) {
      progress = advance(progress, event);
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
