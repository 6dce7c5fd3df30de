// The progress and the log of one operation. Progress is published at most a few times a second; newer progress
// replaces older.

import type { OperationProgress } from "@pictor/client";
import type { Redact } from "@pictor/host";
import { cutText, type Clock } from "@pictor/kernel";

export interface ProgressOptions {
  readonly clock: Clock;
  readonly redact: Redact;
  readonly publish: (progress: OperationProgress) => void;
}

const intervalMs = 200;
const maxLines = 100;
/** The largest number of characters of a line, or of a step. */
const maxLength = 2_000;

export function createProgress({ clock, redact, publish }: ProgressOptions) {
  const kept: string[] = [];
  let lastStep: string | undefined;
  let next: OperationProgress | undefined;
  let stopTimer: (() => void) | undefined;
  let isEnded = false;
  const clean = (text: string): string => cutText(redact(text), maxLength);
  const add = (line: string): void => {
    if (isEnded) return;
    kept.push(clean(line));
    if (kept.length > maxLines) kept.shift();
  };
  /** Publishes the first report at once, and then the newest one after each interval. */
  const flush = (): void => {
    stopTimer = undefined;
    if (next === undefined) return;
    const shown = next;
    next = undefined;
    stopTimer = clock.after(intervalMs, flush);
    publish(shown);
  };
  return {
    report(step: string, fraction?: number, line?: string): void {
      if (isEnded) return;
      const text = clean(step);
      if (text !== lastStep) add(text);
      lastStep = text;
      const isKnown = fraction !== undefined && fraction >= 0 && fraction <= 1;
      next = { step: text, ...(isKnown && { fraction }), ...(line !== undefined && { line: clean(line) }) };
      if (stopTimer === undefined) flush();
    },
    /** Adds a line to the log. */
    add,
    /** The newest lines, oldest first. */
    lines: (): readonly string[] => kept,
    /** Stops all reports. */
    end(): void {
      isEnded = true;
      stopTimer?.();
    },
  };
}

export type Progress = ReturnType<typeof createProgress>;
