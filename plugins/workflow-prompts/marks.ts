// The signs of the syntax: where one of them counts, and how it is written when it should not.

/** Runs a sticky pattern at one place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const escape = /\\[!-/:-@[-`{-~]/y;
const tag = /<(?=[\p{L}:>])/uy;
// The shortest name, without an underscore at either end; slashes and dots are looked at when the file is looked for.
const wildcard = /__([\p{L}\p{N}./-](?:[\p{L}\p{N}./_-]{0,198}?[\p{L}\p{N}./-])??)__/uy;

/** A backslash and any ASCII punctuation mark, as in CommonMark. */
export const isEscapeAt = (text: string, at: number): boolean => matchAt(escape, text, at) !== null;

/** `<` in front of a letter, `:` or `>`. Elsewhere it is plain text: `a < b`, `<3`. */
export const isTagAt = (text: string, at: number): boolean => matchAt(tag, text, at) !== null;

/** The name of the wildcard that begins here. */
export const wildcardAt = (text: string, at: number): string | undefined => matchAt(wildcard, text, at)?.[1];

/** Whether a `#` begins a comment behind this character; an empty one is the beginning of the text. */
export const isCommentBehind = (before: string): boolean => before === "" || /\s/.test(before);

/**
 * The text that a source form stands for, as a backend's text encoder reads it. Escaped parentheses stay escaped,
 * because there they would be weights.
 */
export const unescaped = (source: string): string => source.replace(/\\([^()])/g, "$1");

/** The source form of a name: what a text encoder or this syntax could take for a sign is escaped. */
export const escapedName = (name: string): string => name.replace(/[\\()]/g, "\\$&");

/** Without the spaces and tabs at its end. A loop, because a pattern would try every run of spaces again and again. */
export function withoutBlanksAtEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === " " || text[end - 1] === "\t") end--;
  return text.slice(0, end);
}
