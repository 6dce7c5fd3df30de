// Formats a resolved prompt so that parsing it gives the same parts.

import { joinPieces, type PromptPieces } from "./join-pieces.js";
import { isEscapeAt, isTagAt, startsCommentAfter, wildcardAt } from "./special-characters.js";

/**
 * Escapes special characters that were plain text before pieces were joined, such as the `<` of `<{lora:x|y}`. `before` is the character
 * before the text.
 */
function escapeNewSyntax(text: string, before: string): string {
  let escaped = "";
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isEscapeAt(text, at)) {
      escaped += text.slice(at, at + 2);
      at++;
      continue;
    }
    const isSpecial =
      (character === "<" && isTagAt(text, at)) ||
      (character === "#" && startsCommentAfter(text[at - 1] ?? before)) ||
      (character === "_" && wildcardAt(text, at) !== undefined);
    escaped += isSpecial ? `\\${character}` : character;
  }
  return escaped;
}

export function formatPrompt(pieces: PromptPieces): string {
  let prompt = "";
  for (const { text, isAtomic } of joinPieces(pieces))
    prompt += isAtomic ? text : escapeNewSyntax(text, prompt.slice(-1));
  return prompt;
}
