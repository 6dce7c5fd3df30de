// Tables of aligned columns within the width of a terminal. Colour codes do not count towards the width.

import { stripVTControlCharacters } from "node:util";

const visibleLength = (text: string): number => stripVTControlCharacters(text).length;

/** Wraps `text` at blanks and line feeds into lines of at most `width`; a longer word, such as a path, stays whole. */
export function wrapText(text: string, width: number): readonly string[] {
  return text.split("\n").flatMap((whole) => {
    if (visibleLength(whole) <= width) return [whole];
    const lines: string[] = [];
    for (const word of whole.split(" ")) {
      const line = lines.at(-1);
      if (line === undefined || visibleLength(line) + 1 + visibleLength(word) > width) lines.push(word);
      else lines[lines.length - 1] = `${line} ${word}`;
    }
    return lines;
  });
}

/** The least width of the last column. If there is less room, the cells of this column are printed below their rows. */
const minLastColumn = 24;
const gap = "  ";
const belowIndent = 4;

/**
 * Renders the rows as lines, each indented by `indent`. With `width` (columns), the last column is wrapped; without it, each row
 * is one line.
 */
export function table(rows: readonly (readonly string[])[], indent = "", width = Infinity): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, visibleLength(cell))));
  }
  const last = widths.length - 1;
  const widthBefore = widths.slice(0, -1).reduce((sum, own) => sum + own + gap.length, indent.length);
  const isLastBelow = width - widthBefore < Math.min(minLastColumn, widths[last] ?? 0);
  const [start, lastWidth] = isLastBelow
    ? [indent.length + belowIndent, width - indent.length - belowIndent]
    : [widthBefore, width - widthBefore];
  const pad = (cell: string, column: number): string =>
    cell + " ".repeat((widths[column] ?? 0) - visibleLength(cell));
  const lineOf = (row: readonly string[]): string => {
    const [first = "", ...rest] = wrapText(row[last] ?? "", lastWidth);
    const head = `${indent}${row.slice(0, last).map(pad).join(gap)}`;
    const own =
      isLastBelow && first !== ""
        ? [head, " ".repeat(start) + first]
        : [last > 0 ? head + gap + first : head + first];
    return [...own, ...rest.map((more) => " ".repeat(start) + more)].map((line) => line.trimEnd()).join("\n");
  };
  return rows.map(lineOf).join("\n");
}
