// The syntax of header lines, for whatever checks them before they are sent.

import type { Mismatch } from "../base/errors/shapes.js";
import type { HeaderPair, OutgoingRequest } from "../contract/requests.js";

/** A token (RFC 9110 section 5.6.2) as part of a pattern. */
export const tokenSyntax = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";

const wholeToken = new RegExp(`^${tokenSyntax}$`);

/** Whether a text is a token: the name of a header, of a method, of a cookie, of an auth scheme. */
export const isToken = (text: string): boolean => wholeToken.test(text);

/** Whether a text is a header name (RFC 9110 section 5.1). */
export const isHeaderName = isToken;

/** Headers that belong to one connection, and are not passed on with a message (RFC 9110 section 7.6.1), in lower case. */
export const connectionHeaders: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
]);

/**
 * The headers that belong to one connection, in lower case, where `connection` is the header Connection, which can name
 * others.
 */
export const connectionHeadersOf = (connection: string | null | undefined): ReadonlySet<string> =>
  connection === null || connection === undefined
    ? connectionHeaders
    : new Set([...connectionHeaders, ...connection.split(",").map((name) => name.trim().toLowerCase())]);

/** Headers of the connection that the request layer sets itself, and that nobody else may set. */
export const transportHeaders: ReadonlySet<string> = new Set([
  ...["transfer-encoding", "keep-alive", "expect", "upgrade"],
]);

// RFC 9110 section 5.5; half of a surrogate pair has no UTF-8.
// eslint-disable-next-line no-control-regex
const forbiddenInValue = /[\x00-\x08\x0a-\x1f\x7f]|\p{Cs}/u;

/** What is wrong with a header line, as the end of a sentence about the header; undefined if nothing is. */
export function headerProblem([name, value]: HeaderPair): string | undefined {
  if (!isHeaderName(name)) return "has an invalid name";
  if (forbiddenInValue.test(value))
    return "has a value with a line break, a control character or half of a character";
  return undefined;
}

/** The first header of a request that cannot be sent and that was not there before. */
export function wrongHeader(
  { headers }: Pick<OutgoingRequest, "headers">,
  before: Pick<OutgoingRequest, "headers">,
): Mismatch | undefined {
  // Runs for each request: an index is faster than `entries()`, and most headers are those that were there before.
  for (let index = 0; index < headers.length; index++) {
    const header = headers[index];
    if (header === undefined || header === before.headers[index]) continue;
    const [name, value] = header;
    const problem = headerProblem(header);
    if (problem === undefined || before.headers.some((had) => had[0] === name && had[1] === value)) continue;
    // An invalid name can be a credential in the wrong place.
    const found = isHeaderName(name) ? `the header ${name}, which ${problem}` : `a header that ${problem}`;
    return { path: ["headers", index], found, expected: "a header as in RFC 9110 section 5" };
  }
  return undefined;
}
