// Shows a place in a text: its line, and marks below.

import type { Span } from "./problem.js";

export interface Place {
  /** Counted from 1. */
  readonly line: number;
  /** In characters, counted from 1. */
  readonly column: number;
  /** Two lines. */
  readonly shown: string;
}

/** Characters that are shown of a line. */
const most = 72;
/** Characters in front of the place, in a line that is longer. */
const lead = 24;

/** Columns that a terminal gives a character: two to those of East Asia and to emoji, none to marks on others. */
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

/** Of a span that reaches over several lines the first one is shown. */
export function placeOf(text: string, { start, end }: Span): Place {
  const lineStart = text.slice(0, start).lastIndexOf("\n") + 1;
  const [whole = ""] = text.slice(lineStart).split(/\r?\n/, 1);
  const characters = Array.from(whole.replaceAll("\t", " "));
  const from = Array.from(text.slice(lineStart, start)).length;
  const length = Array.from(text.slice(start, end)).length;

  const first = characters.length <= most ? 0 : Math.max(0, Math.min(from - lead, characters.length - most));
  const seen = characters.slice(first, first + most);
  const before = first > 0 ? "..." : "";
  const behind = first + most < characters.length ? "..." : "";
  const marked = seen.slice(from - first, from - first + length);
  const indent = " ".repeat(before.length + widthOf(seen.slice(0, from - first)));
  return {
    line: text.slice(0, lineStart).split("\n").length,
    column: from + 1,
    shown: `  ${before}${seen.join("")}${behind}\n  ${indent}${"^".repeat(Math.max(1, widthOf(marked)))}`,
  };
}
