// The newest lines of a log, which the page keeps up to a maximum number, and the position for the next request. Pure.

import type { LogPage } from "@pictor/client";

export interface LogTail {
  readonly lines: readonly LogLine[];
  /** The value for `since` of the next request; absent before the first one. */
  readonly next?: string;
}

export interface LogLine {
  /** Number of the line. It grows from line to line, so that each line keeps its HTML element. */
  readonly number: number;
  readonly text: string;
}

export const maxLines = 2000;
export const emptyTail: LogTail = { lines: [] };

/**
 * Adds the lines of the reply to a request for those after `since`, unless another reply has brought them meanwhile. After
 * a reset of the log, the old lines are removed.
 */
export function withPage(tail: LogTail, { lines, next, isReset }: LogPage, since = tail.next): LogTail {
  if (since !== tail.next) return tail;
  const kept = isReset ? [] : tail.lines;
  const from = (tail.lines.at(-1)?.number ?? 0) + 1;
  const added = lines.map((text, index) => ({ number: from + index, text }));
  return { next, lines: added.length === 0 && !isReset ? kept : [...kept, ...added].slice(-maxLines) };
}

/** The lines that contain the text; letter case is ignored. */
export function matchingLines(lines: readonly LogLine[], text: string): readonly LogLine[] {
  const wanted = text.toLowerCase();
  return wanted === "" ? lines : lines.filter((line) => line.text.toLowerCase().includes(wanted));
}
