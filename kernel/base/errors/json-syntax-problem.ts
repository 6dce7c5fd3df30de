// Locates JSON syntax errors. Node's message gives a position only for some errors, and quotes the text, which may
// contain a secret.

import { reasonOf } from "./pictor-error.js";

const text = /"(?:[\u0020-\u0021\u0023-\u005b\u005d-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const scalar = new RegExp(
  `${text.source}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`,
  "y",
);

/**
 * The offset of the first character that is not allowed at its place (RFC 8259); the length of the text if only its end
 * is missing.
 */
function syntaxErrorOffset(json: string): number {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const isThere = pattern.test(json);
    if (isThere) at = pattern.lastIndex;
    return isThere;
  };
  const next = (pattern: RegExp): boolean => take(/[ \t\r\n]*/y) && take(pattern);
  const group = (end: RegExp, entry: () => boolean): boolean => {
    if (next(end)) return true;
    do if (!entry()) return false;
    while (next(/,/y));
    return next(end);
  };
  const value = (): boolean => {
    if (next(/\{/y)) return group(/\}/y, () => next(text) && next(/:/y) && value());
    return next(/\[/y) ? group(/\]/y, value) : next(scalar);
  };
  if (value()) next(/$/y);
  return at;
}

/** The problem of a text that was read as UTF-8 from a file in UTF-16, as Windows PowerShell writes it with `>`. */
export const utf16Problem = (text: string): string | undefined =>
  /^\ufffd{2}|\0/.test(text.slice(0, 100)) ? "it is encoded as UTF-16, and has to be UTF-8" : undefined;

/** The parts of V8's messages that quote nothing of the parsed text. */
const quotableMessage = /^Unexpected token '.'|^Unexpected end of JSON input|^[^"]+?(?= in JSON at )/su;

/**
 * Describes the error that JSON.parse threw, without the quoted text, and its place `:12:3` (line and column from 1).
 */
export function jsonSyntaxProblem(
  thrown: unknown,
  json: string,
): { readonly reason: string; readonly place: string } {
  const [found = "it cannot be parsed"] = quotableMessage.exec(reasonOf(thrown)) ?? [];
  const reason = utf16Problem(json) ?? found;
  const before = json.slice(0, syntaxErrorOffset(json)).split("\n");
  return { reason, place: `:${before.length}:${(before.at(-1)?.length ?? 0) + 1}` };
}
