// `-H name:value` and the method of a request.

import type { HeaderPair } from "@pictor/host";
import { UsageError } from "../../base/usage-error.js";

/** Splits at the first colon; the kernel checks names and values before anything is sent. */
export function parseHeader(text: string): HeaderPair {
  const colon = text.indexOf(":");
  const name = text.slice(0, Math.max(colon, 0)).trim();
  // The text itself stays out of the message: it may be a credential with its colon forgotten.
  if (name === "") throw new UsageError("USAGE_VALUE", "A header has no name.", 'Write -H "Name: value".');
  return [name, text.slice(colon + 1).trim()];
}

const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** A method as it is sent; those of RFC 9110 are upper case, and so is what people mean by lower case. */
export function parseMethod(text: string): string {
  if (token.test(text)) return text.toUpperCase();
  const hint = URL.canParse(text)
    ? "The method comes first: pictor request GET <URL>."
    : "Write GET, POST, ...";
  throw new UsageError("USAGE_ARGUMENT", `"${text}" is not an HTTP method.`, hint);
}
