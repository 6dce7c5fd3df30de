// Makes text from servers, files and plugins safe for a terminal: without escape sequences and control characters.

/** Control characters (Unicode Cc: C0, DEL, C1) and the marks that reorder text (Bidi_C), except line feed and tab. */
const unsafe = /(?![\n\t])[\p{Cc}\p{Bidi_C}]/gu;

/** Replaces unsafe characters with U+FFFD; keeps line feeds and tabs. */
export const plainText = (text: string): string => text.replace(/\r\n/g, "\n").replace(unsafe, "\uFFFD");

/** Like `plainText`, on one line. */
export const oneLine = (text: string): string =>
  plainText(text).replace(/\s+/g, (blanks) => (blanks.includes("\n") ? " " : blanks.replaceAll("\t", " ")));

/** The codes of colours, which keep their places in a row of a table. */
// eslint-disable-next-line no-control-regex -- The pattern searches for control characters.
const colour = /(\u001b\[[\d;]*m)/;

const betweenColours = (text: string, plain: (part: string) => string): string =>
  text
    .split(colour)
    .map((part, index) => (index % 2 === 1 ? part : plain(part)))
    .join("");

/** Makes the cells of a row safe: only the last one, which is wrapped, may have several lines. */
export const plainRow = (cells: readonly string[]): readonly string[] =>
  cells.map((cell, column) => betweenColours(cell, column === cells.length - 1 ? plainText : oneLine));

/** Returns the same JSON, safe for a terminal: JSON.stringify escapes only the C0 control characters. */
export const escapeJson = (json: string): string =>
  json.replace(unsafe, (mark) => `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);

/** Writes a value as JSON that is safe for a terminal. */
export const plainJson = (value: unknown): string => escapeJson(JSON.stringify(value));
