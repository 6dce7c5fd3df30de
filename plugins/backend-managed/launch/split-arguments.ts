// Arguments as they would be typed, cut into a list as a POSIX shell does it; nothing is expanded or run. Pure.

/** `reason` says what is wrong, for people. */
export type Split =
  | { readonly kind: "split"; readonly words: readonly string[] }
  | { readonly kind: "open"; readonly reason: string };

/** Inside double quotes a backslash stands for itself before everything else (POSIX, Quoting). */
const escapable = new Set(['"', "\\", "$", "`"]);

/**
 * Single and double quotes group, a backslash takes the next character as it is, blanks and line ends separate. On Windows
 * paths are full of backslashes: there one is a plain character, except before a double quote inside double quotes.
 */
export function splitArguments(text: string, platform: NodeJS.Platform): Split {
  const isWindows = platform === "win32";
  const words: string[] = [];
  let word: string | undefined;
  let quote: "'" | '"' | undefined;
  const open = (reason: string): Split => ({ kind: "open", reason });

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
      // A line that is continued.
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

function isEscape(quote: "'" | '"' | undefined, next: string | undefined, isWindows: boolean): boolean {
  if (quote === "'") return false;
  if (isWindows) return quote === '"' && next === '"';
  return quote === undefined || next === "\n" || (next !== undefined && escapable.has(next));
}
