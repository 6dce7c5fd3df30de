// Splits a command line into words as a POSIX shell does, without expansion. Pure.

/** `open`: a quotation or escape is not closed; `reason` is for the user. */
export type SplitResult =
  | { readonly kind: "split"; readonly words: readonly string[] }
  | { readonly kind: "open"; readonly reason: string };

/** Characters that a backslash escapes inside double quotes (POSIX, Quoting); before others it is literal. */
const escapable = new Set(['"', "\\", "$", "`"]);

/**
 * Quotes group words, a backslash escapes the next character, white space separates. On Windows, where paths contain
 * backslashes, a backslash is literal except before a double quote inside double quotes.
 */
export function splitArguments(text: string, platform: NodeJS.Platform): SplitResult {
  const isWindows = platform === "win32";
  const words: string[] = [];
  let word: string | undefined;
  let quote: "'" | '"' | undefined;
  const open = (reason: string): SplitResult => ({ kind: "open", reason });

  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const next = text[at + 1];
    if (quote === undefined && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (quote === undefined && (character === "'" || character === '"')) {
      quote = character;
      word ??= "";
    } else if (character === quote) {
      quote = undefined;
    } else if (character === "\\" && isEscape(quote, next, isWindows)) {
      if (next === undefined) return open("a backslash at the end escapes nothing");
      // A backslash before a line break continues the line.
      word = next === "\n" ? word : (word ?? "") + next;
      at++;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (quote !== undefined) return open(`a quotation mark ${quote} is not closed`);
  if (word !== undefined) words.push(word);
  return { kind: "split", words };
}

/** The words of a command line; none if it cannot be split. */
export function wordsOf(text: string, platform: NodeJS.Platform): readonly string[] {
  const split = splitArguments(text, platform);
  return split.kind === "split" ? split.words : [];
}

function isEscape(quote: "'" | '"' | undefined, next: string | undefined, isWindows: boolean): boolean {
  if (quote === "'") return false;
  if (isWindows) return quote === '"' && next === '"';
  return quote === undefined || next === "\n" || (next !== undefined && escapable.has(next));
}
