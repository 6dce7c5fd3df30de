// `{{variables}}` in texts of the page: finds them, completes them while the user types, and shows their values. The
// server fills them in.

import { variablePattern } from "@pictor/client";

/** A variable of the active environment. For a secret or a reference the page has no value. */
export interface Variable {
  readonly name: string;
  /** The value; absent if the page does not have it. */
  readonly value?: string;
  /** Where the value comes from, such as `$env NAME`. */
  readonly reference?: string;
}

interface TextPiece {
  readonly text: string;
  /** Name of the variable; absent for a piece of plain text. */
  readonly variable?: string;
}

/** Splits a text into plain pieces and variables. */
export function piecesOf(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(variablePattern)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: match[0], variable: match[1] ?? "" });
    end = match.index + match[0].length;
  }
  return end < text.length ? [...pieces, { text: text.slice(end) }] : pieces;
}

/** Whether a text is one variable and nothing else. */
export function isVariable(text: string): boolean {
  const [first, ...others] = piecesOf(text);
  return first?.variable !== undefined && others.length === 0;
}

export const variableNames = (text: string): readonly string[] => [
  ...new Set(piecesOf(text).flatMap(({ variable }) => (variable === undefined ? [] : [variable]))),
];

/** The text with the known values in place of the variables. */
export const resolved = (text: string, variables: readonly Variable[]): string =>
  piecesOf(text)
    .map((piece) => {
      const known = variables.find(({ name }) => name === piece.variable);
      if (piece.variable === undefined || known === undefined) return piece.text;
      return known.value ?? "•••";
    })
    .join("");

/** The names that the text uses but that the environment does not contain. */
export const unknownNames = (text: string, variables: readonly Variable[]): readonly string[] =>
  variableNames(text).filter((name) => !variables.some((variable) => variable.name === name));

interface Completion {
  /** Offset at which the unfinished variable begins, including its braces. */
  readonly start: number;
  /** The part of the name that was typed. */
  readonly typed: string;
}

/** The unfinished variable at the caret. */
export function completionAt(text: string, caret: number): Completion | undefined {
  const start = text.lastIndexOf("{{", caret - 1);
  if (start === -1 || start + 2 > caret) return undefined;
  const typed = text.slice(start + 2, caret);
  return /[{}]/.test(typed) ? undefined : { start, typed: typed.trim() };
}

/** The text with the chosen name in place of the typed part, and the new position of the caret. */
export function completed(
  text: string,
  caret: number,
  { start }: Completion,
  name: string,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(caret).replace(/^\s*\}?\}?/, "");
  const head = `${text.slice(0, start)}{{${name}}}`;
  return { text: head + rest, caret: head.length };
}
