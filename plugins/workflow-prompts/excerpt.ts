// Shows a span of a text: its line, and marks below the span.

import type { TextSpan } from "./prompt-problem.js";

export interface TextLocation {
  /** Line at which the span starts, from 1. */
  readonly line: number;
  /** Column at which the span starts in characters, from 1. */
  readonly column: number;
  /** The line of the span and, in a second line, marks below the span. */
  readonly excerpt: string;
}

/** Maximum of characters that are shown of a line. */
const maxCharacters = 72;
/** Number of characters that are shown before the span if the line is longer. */
const charactersBefore = 24;

/** Columns of a character in a terminal: two for East Asian characters and emoji, none for combining marks. */
const columnsOf = (character: string): number =>
  /\p{M}/u.test(character)
    ? 0
    : /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Emoji_Presentation}/u.test(
          character,
        )
      ? 2
      : 1;
const widthOf = (characters: readonly string[]): number =>
  characters.reduce((sum, character) => sum + columnsOf(character), 0);

/** Shows the first line of a span of several lines. */
export function locate(text: string, { start, end }: TextSpan): TextLocation {
  const lineStart = text.slice(0, start).lastIndexOf("\n") + 1;
  const [line = ""] = text.slice(lineStart).split(/\r?\n/, 1);
  const characters = Array.from(line.replaceAll("\t", " "));
  const column = Array.from(text.slice(lineStart, start)).length;
  const length = Array.from(text.slice(start, end)).length;

  const isWhole = characters.length <= maxCharacters;
  const first = isWhole
    ? 0
    : Math.max(0, Math.min(column - charactersBefore, characters.length - maxCharacters));
  const visible = characters.slice(first, first + maxCharacters);
  const ellipsisBefore = first > 0 ? "..." : "";
  const ellipsisAfter = first + maxCharacters < characters.length ? "..." : "";
  const marked = visible.slice(column - first, column - first + length);
  const indent = " ".repeat(ellipsisBefore.length + widthOf(visible.slice(0, column - first)));
  const marks = "^".repeat(Math.max(1, widthOf(marked)));
  return {
    line: text.slice(0, lineStart).split("\n").length,
    column: column + 1,
    excerpt: `  ${ellipsisBefore}${visible.join("")}${ellipsisAfter}\n  ${indent}${marks}`,
  };
}
