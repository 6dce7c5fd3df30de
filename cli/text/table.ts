// Columns of text, aligned by what is seen (colours take no room), inside the width of a terminal.

import { stripVTControlCharacters } from "node:util";

const seen = (text: string): number => stripVTControlCharacters(text).length;

/** `text` in lines of `width` at most, broken at blanks and line feeds; a longer word, such as a path, stays whole. */
export function wrapped(text: string, width: number): readonly string[] {
  return text.split("\n").flatMap((whole) => {
    if (seen(whole) <= width) return [whole];
    const lines: string[] = [];
    for (const word of whole.split(" ")) {
      const line = lines.at(-1);
      if (line === undefined || seen(line) + 1 + seen(word) > width) lines.push(word);
      else lines[lines.length - 1] = `${line} ${word}`;
    }
    return lines;
  });
}

/** Below it the last column would be a tower of words: it goes on lines of its own. */
const leastRoom = 24;
const gap = "  ";
const step = 4;

/**
 * The rows as lines; the last column is not padded. `indent` is put before every line. Without `width` each row is one
 * line, however long; with it the last column is broken under itself.
 */
export function table(rows: readonly (readonly string[])[], indent = "", width = Infinity): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, seen(cell))));
  }
  const last = widths.length - 1;
  const before = widths.slice(0, -1).reduce((sum, own) => sum + own + gap.length, indent.length);
  const isBelow = width - before < Math.min(leastRoom, widths[last] ?? 0);
  const [start, room] = isBelow
    ? [indent.length + step, width - indent.length - step]
    : [before, width - before];
  const pad = (cell: string, column: number): string => cell + " ".repeat((widths[column] ?? 0) - seen(cell));
  const lineOf = (row: readonly string[]): string => {
    const [first = "", ...rest] = wrapped(row[last] ?? "", room);
    const head = `${indent}${row.slice(0, last).map(pad).join(gap)}`;
    const own =
      isBelow && first !== ""
        ? [head, " ".repeat(start) + first]
        : [last > 0 ? head + gap + first : head + first];
    return [...own, ...rest.map((more) => " ".repeat(start) + more)].map((line) => line.trimEnd()).join("\n");
  };
  return rows.map(lineOf).join("\n");
}
