// Checks a request before it is sent: address, header names, header values. No error text repeats a header value.

import { fault, headerProblem, isHeaderName, type Redactor, type OutgoingRequest } from "@pictor/kernel";
import { repeatsSecret } from "./credentials.js";

/** Headers that control the connection (RFC 9110 sections 7.2 and 7.6.1). No scheme may set them. */
export const connectionNames = new Set(
  "host content-length transfer-encoding connection upgrade te trailer keep-alive proxy-connection".split(
    " ",
  ),
);

/** Headers of the connection that the request layer sets itself, and that undici takes from nobody. */
const transportNames = /^(?:transfer-encoding|keep-alive|expect|upgrade)$/i;

const problemOf = (header: readonly [string, string]): string | undefined =>
  transportNames.test(header[0])
    ? "controls the connection, which is not a matter of the request"
    : headerProblem(header);

/** Checks names and values of headers. Throws `REQUEST_HEADER_INVALID`. */
export function checkHeaders({ headers }: OutgoingRequest, redactor: Redactor): void {
  for (const [index, header] of headers.entries()) {
    const problem = problemOf(header);
    if (problem === undefined) continue;
    // An invalid name may hold a credential, such as `Bearer abc`.
    const [name] = header;
    const shown = isHeaderName(name) ? `"${redactor.text(name).slice(0, 60)}"` : `in line ${index + 1}`;
    throw fault("REQUEST_HEADER_INVALID", { name: shown, problem });
  }
}

let lastParsed: { readonly text: string; readonly url: Readonly<URL> } | undefined;

/**
 * Parses an address; returns undefined for an invalid one. Caches the latest result, because each request parses its
 * address repeatedly.
 */
export function parseUrl(text: string): Readonly<URL> | undefined {
  if (lastParsed?.text === text) return lastParsed.url;
  try {
    const url = new URL(text);
    lastParsed = { text, url };
    return url;
  } catch {
    return undefined;
  }
}

/**
 * Parses an address of one of the schemes. Throws `REQUEST_URL_INVALID`, or `REQUEST_USERINFO` for a user name or password
 * in the address (RFC 9110 section 4.2.4).
 */
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
