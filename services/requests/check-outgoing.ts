// The last look before a socket opens: addresses, header names, header values. No message repeats a value.

import { fault, type Redactor, type HeaderPair, type OutgoingRequest } from "@pictor/kernel";
import { repeatsSecret, type Credentials } from "./credentials.js";

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Names that steer the connection itself (RFC 9110 sections 7.2 and 7.6.1): no scheme may write them. */
const connectionNames = new Set(
  "host content-length transfer-encoding connection upgrade te trailer keep-alive proxy-connection".split(
    " ",
  ),
);

// RFC 9110 section 5.5; the upper bound because a header's bytes are Latin-1.
// eslint-disable-next-line no-control-regex
const forbiddenInValue = /[\x00-\x08\x0a-\x1f\x7f]|[^\x00-\xff]/;

function headerProblem([name, value]: HeaderPair, written: Credentials): string | undefined {
  if (!token.test(name)) return "has a name that no header can have";
  if (forbiddenInValue.test(value))
    return "has a value with a line break, a control character or a character beyond Latin-1";
  if (written.headers.has(name.toLowerCase()) && connectionNames.has(name.toLowerCase()))
    return "steers the connection and cannot be a credential";
  return undefined;
}

/** Checks what is about to be sent. Throws `REQUEST_HEADER_INVALID`. */
export function checkHeaders({ headers }: OutgoingRequest, written: Credentials, redactor: Redactor): void {
  for (const [index, header] of headers.entries()) {
    const problem = headerProblem(header, written);
    if (problem === undefined) continue;
    // `Bearer abc` is no name, but may have got into its place.
    const [name] = header;
    const shown = token.test(name) ? `"${redactor.text(name).slice(0, 60)}"` : `in line ${index + 1}`;
    throw fault("REQUEST_HEADER_INVALID", { name: shown, problem });
  }
}

let last: { readonly text: string; readonly url: Readonly<URL> } | undefined;

/** Parses an address, or gives undefined. A request is looked at several times on its way: the last one is kept. */
export function parseUrl(text: string): Readonly<URL> | undefined {
  if (last?.text === text) return last.url;
  try {
    const url = new URL(text);
    last = { text, url };
    return url;
  } catch {
    return undefined;
  }
}

/** Parses an address of one of the schemes; refuses user names in it (RFC 9110 section 4.2.4), without showing them. */
export function checkUrl(url: string, schemes: readonly string[], redactor: Redactor): Readonly<URL> {
  const parsed = parseUrl(url);
  if (parsed !== undefined && (parsed.username !== "" || parsed.password !== "")) {
    throw fault("REQUEST_USERINFO", { origin: parsed.host });
  }
  if (parsed === undefined || !schemes.includes(parsed.protocol)) {
    const [address = ""] = url.split(/[?#]/, 1);
    const isSecret = url.includes("@") || repeatsSecret(address, redactor);
    throw fault("REQUEST_URL_INVALID", {
      url: isSecret ? "(not shown, it may carry a password)" : address.slice(0, 200),
      schemes: schemes.map((scheme) => `${scheme}//`).join(" or "),
    });
  }
  return parsed;
}
