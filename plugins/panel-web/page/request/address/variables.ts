// `{{variables}}` of the page's texts: found, completed while typing, and shown with their values. The server fills them in.

/** Values of the active environment; a secret or a reference has none here. */
export interface Variable {
  readonly name: string;
  /** Absent for a value that is not shown. */
  readonly value?: string;
}

const pattern = /\{\{\s*([^{}]+?)\s*\}\}/g;

export interface TextPiece {
  readonly text: string;
  /** Name of the variable that the piece is. */
  readonly variable?: string;
}

/** The text in pieces, of which some are variables. */
export function piecesOf(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: match[0], variable: match[1] ?? "" });
    end = match.index + match[0].length;
  }
  return end < text.length ? [...pieces, { text: text.slice(end) }] : pieces;
}

export const variableNames = (text: string): readonly string[] => [
  ...new Set(piecesOf(text).flatMap(({ variable }) => (variable === undefined ? [] : [variable]))),
];

/** The text with the values that are known. */
export const resolved = (text: string, variables: readonly Variable[]): string =>
  piecesOf(text)
    .map((piece) => {
      const known = variables.find(({ name }) => name === piece.variable);
      if (piece.variable === undefined || known === undefined) return piece.text;
      return known.value ?? "•••";
    })
    .join("");

/** The names that the text uses and the environment does not have. */
export const unknownNames = (text: string, variables: readonly Variable[]): readonly string[] =>
  variableNames(text).filter((name) => !variables.some((variable) => variable.name === name));

export interface Completion {
  /** Where the opened variable begins, with its braces. */
  readonly start: number;
  /** What is typed of its name. */
  readonly typed: string;
}

/** The variable that is being typed at the caret. */
export function completionAt(text: string, caret: number): Completion | undefined {
  const start = text.lastIndexOf("{{", caret - 1);
  if (start === -1 || start + 2 > caret) return undefined;
  const typed = text.slice(start + 2, caret);
  return /[{}]/.test(typed) ? undefined : { start, typed: typed.trim() };
}

/** The text with the chosen name in place of what was typed, and where the caret then stands. */
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
