// Escapes text, so that nothing in it has a meaning in a prompt.

import { isEscapeAt, isTagAt, startsCommentAfter, unescapeSource, wildcardAt } from "./special-characters.js";

/** Whether the character at the offset starts a tag, a comment or a wildcard. `before` is the character before the text. */
function startsSyntax(text: string, at: number, before: string): boolean {
  switch (text[at]) {
    case "<":
      return isTagAt(text, at);
    case "#":
      return startsCommentAfter(text[at - 1] ?? before);
    case "_":
      return wildcardAt(text, at) !== undefined;
    default:
      return false;
  }
}

/**
 * Escapes special characters that were plain text before pieces were joined, such as the `<` of `<{lora:x|y}`. Keeps
 * the escapes of the text. `before` is the character before the text.
 */
export function escapeNewSyntax(text: string, before: string): string {
  let escaped = "";
  for (let at = 0; at < text.length; at++) {
    if (isEscapeAt(text, at)) {
      escaped += text.slice(at, at + 2);
      at++;
    } else escaped += startsSyntax(text, at, before) ? `\\${text.charAt(at)}` : text.charAt(at);
  }
  return escaped;
}

/**
 * The prompt that is encoded as exactly this text, for a text that another program wrote. `\(` and `\)` stay, because text
 * encoders read these escapes themselves.
 */
export function escapePrompt(text: string): string {
  let escaped = "";
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const isSpecial =
      character === "{" ||
      character === "}" ||
      (character === "\\" && !/[()]/.test(text.charAt(at + 1))) ||
      startsSyntax(text, at, "");
    escaped += isSpecial ? `\\${character}` : character;
  }
  return escaped;
}

/** The text that `escapePrompt` has escaped. Tags, choices, wildcards and comments of a prompt stay as they are. */
export const plainPrompt = unescapeSource;
