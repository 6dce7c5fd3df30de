// The syntax of header lines, for whatever checks them before they are sent.

import type { HeaderPair } from "../contract/requests.js";

/** Whether a text is a header name (RFC 9110 section 5.6.2). */
export const isHeaderName = (name: string): boolean => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);

// RFC 9110 section 5.5. Characters beyond Latin-1 cannot be sent in a header.
// eslint-disable-next-line no-control-regex
const forbiddenInValue = /[\x00-\x08\x0a-\x1f\x7f]|[^\x00-\xff]/;

/** What is wrong with a header line, as the end of a sentence about the header; undefined if nothing is. */
export function headerProblem([name, value]: HeaderPair): string | undefined {
  if (!isHeaderName(name)) return "has an invalid name";
  if (forbiddenInValue.test(value))
    return "has a value with a line break, a control character or a character beyond Latin-1";
  return undefined;
}
