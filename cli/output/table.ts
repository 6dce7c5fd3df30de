// Columns of text, aligned by what is seen: colours take no room.

import { stripVTControlCharacters } from "node:util";

const seen = (text: string): number => stripVTControlCharacters(text).length;

/** One line per row; the last column is not padded. `indent` is put before every line. */
export function table(rows: readonly (readonly string[])[], indent = ""): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, seen(cell))));
  }
  const pad = (cell: string, column: number): string => cell + " ".repeat((widths[column] ?? 0) - seen(cell));
  return rows.map((row) => `${indent}${row.map(pad).join("  ").trimEnd()}`).join("\n");
}
