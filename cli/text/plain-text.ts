// Texts from servers, files and plugins, made safe for a terminal: no escape sequences, no control characters.

/** Control characters (Unicode Cc: C0, DEL, C1) and the marks that reorder text (Bidi_C), except line feed and tab. */
const unsafe = /(?![\n\t])[\p{Cc}\p{Bidi_C}]/gu;

/** Keeps line feeds and tabs. */
export const plainText = (text: string): string => text.replace(/\r\n/g, "\n").replace(unsafe, "\uFFFD");

/** On one line. */
export const oneLine = (text: string): string =>
  plainText(text)
    .replace(/\s*\n\s*/g, " ")
    .replace(/\t/g, " ");

/** JSON in which nothing but line feeds and tabs could steer a terminal: JSON itself escapes only C0. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    unsafe,
    (mark) => `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
