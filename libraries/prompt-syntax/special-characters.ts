// The special characters of the prompt syntax: where they have a meaning, and how they are escaped.

/** Matches a sticky pattern at an offset. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const escapePattern = /\\[!-/:-@[-`{-~]/y;
const tagPattern = /<(?=[\p{L}:>])/uy;
// Matches a wildcard: the shortest name without an underscore or a space at its ends, with `*` for any names. Slashes
// and dots are checked when the file is looked up.
const wildcardPattern =
  /__([\p{L}\p{M}\p{N}./*-](?:[\p{L}\p{M}\p{N}./*_ -]{0,198}?[\p{L}\p{M}\p{N}./*-])??)__/uy;

/** An escape is a backslash and any ASCII punctuation mark, as in CommonMark. */
export const isEscapeAt = (text: string, at: number): boolean => matchAt(escapePattern, text, at) !== null;

/** A tag starts with `<` before a letter, `:` or `>`. In `a < b` and `<3` it is plain text. */
export const isTagAt = (text: string, at: number): boolean => matchAt(tagPattern, text, at) !== null;

/** The name of the wildcard that starts at the offset; undefined if none starts. */
export const wildcardAt = (text: string, at: number): string | undefined =>
  matchAt(wildcardPattern, text, at)?.[1];

/** Whether a `#` after this character starts a comment. The character is empty at the start of the text. */
export const startsCommentAfter = (before: string): boolean => before === "" || /\s/.test(before);

/** Removes escapes, as a text encoder expects it. Escaped parentheses stay escaped, because plain ones are weights. */
export const unescapeSource = (source: string): string => source.replace(/\\([^()])/g, "$1");

/** Escapes the characters of a file name that have a meaning for a text encoder or in this syntax. */
export const escapeName = (name: string): string => name.replace(/[\\()]/g, "\\$&");

/** Removes spaces and tabs at the end. Uses a loop, because a regular expression takes quadratic time on many spaces. */
export function trimBlanksEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === " " || text[end - 1] === "\t") end--;
  return text.slice(0, end);
}
