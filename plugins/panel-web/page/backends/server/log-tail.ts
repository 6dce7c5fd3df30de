// The lines of a log that the page keeps: the newest ones, bounded, and where to go on. Pure.

import type { LogPage } from "@pictor/client";

export interface LogTail {
  readonly lines: readonly LogLine[];
  /** For `since` of the next request; absent before the first one. */
  readonly next?: string;
}

export interface LogLine {
  /** Grows from line to line, so that a line keeps its element. */
  readonly number: number;
  readonly text: string;
}

export const maxLines = 2000;
export const emptyTail: LogTail = { lines: [] };

/** Adds what a request has given. After a reset the log is another one, and the old lines go. */
export function withPage(tail: LogTail, { lines, next, isReset }: LogPage): LogTail {
  const kept = isReset ? [] : tail.lines;
  const from = (tail.lines.at(-1)?.number ?? 0) + 1;
  const added = lines.map((text, index) => ({ number: from + index, text }));
  return { next, lines: added.length === 0 && !isReset ? kept : [...kept, ...added].slice(-maxLines) };
}

/** The lines that contain the text, whatever its case. */
export function matchingLines(lines: readonly LogLine[], text: string): readonly LogLine[] {
  const wanted = text.toLowerCase();
  return wanted === "" ? lines : lines.filter((line) => line.text.toLowerCase().includes(wanted));
}
