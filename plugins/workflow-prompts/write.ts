// Writes a resolved prompt so that it reads back as what it is.

import { isCommentBehind, isEscapeAt, isTagAt, wildcardAt } from "./marks.js";
import { type Piece, withoutGaps, type gap } from "./gaps.js";

/**
 * The text with a backslash in front of each sign that would count now, but did not where it stood: the `<` of
 * `<{lora:x|y}`, for one. `before` is the character in front of it.
 */
function sealed(text: string, before: string): string {
  let out = "";
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (isEscapeAt(text, at)) {
      out += text.slice(at, at + 2);
      at++;
      continue;
    }
    const counts =
      (sign === "<" && isTagAt(text, at)) ||
      (sign === "#" && isCommentBehind(text[at - 1] ?? before)) ||
      (sign === "_" && wildcardAt(text, at) !== undefined);
    out += counts ? `\\${sign}` : sign;
  }
  return out;
}

/** The text of resolved pieces. */
export function write(pieces: readonly (Piece | typeof gap)[]): string {
  let out = "";
  for (const { text, isSolid } of withoutGaps(pieces)) out += isSolid ? text : sealed(text, out.slice(-1));
  return out;
}
