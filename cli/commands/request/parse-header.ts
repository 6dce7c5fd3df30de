// Parses `-H name:value` and the method of a request.

import { isToken, type HeaderPair } from "@pictor/kernel";
import { UsageError } from "../../base/usage-error.js";

/** Splits at the first colon; the kernel checks names and values before anything is sent. */
export function parseHeader(text: string): HeaderPair {
  const colon = text.indexOf(":");
  const name = text.slice(0, Math.max(colon, 0)).trim();
  // The message does not repeat the text, which may be a credential in which the colon is missing.
  if (name === "") throw new UsageError("USAGE_VALUE", "A header has no name.", 'Write -H "Name: value".');
  return [name, text.slice(colon + 1).trim()];
}

const known = /^(delete|get|head|options|patch|post|put)$/i;

/** Parses a method. Those that everybody knows are converted to upper case, as RFC 9110 has them; others are kept. */
export function parseMethod(text: string): string {
  if (isToken(text)) return known.test(text) ? text.toUpperCase() : text;
  const hint = URL.canParse(text)
    ? "The method comes first: pictor request GET <URL>."
    : "Write GET, POST, ...";
  throw new UsageError("USAGE_ARGUMENT", `"${text}" is not an HTTP method.`, hint);
}
