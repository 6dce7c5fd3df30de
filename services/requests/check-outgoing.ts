// Checks a request before it is sent: address, header names, header values. No error text repeats a header value.

import {
  connectionHeaders,
  cutText,
  fault,
  headerProblem,
  headerValues,
  isHeaderName,
  isToken,
  type HeaderPair,
  type OutgoingRequest,
  type Redactor,
  transportHeaders,
} from "@pictor/kernel";
import { repeatsSecret } from "./credentials.js";

/** Headers that control the connection (RFC 9110 sections 7.2, 7.6.1 and 10.1.1), in lower case. No scheme may set them. */
export const connectionNames: ReadonlySet<string> = new Set([
  ...connectionHeaders,
  ...["host", "content-length", "expect"],
]);

/** Why a header of the connection cannot be sent. undici would refuse it as well, and the server would be blamed. */
function connectionProblem(
  [given, value]: HeaderPair,
  { headers, body }: Pick<OutgoingRequest, "headers" | "body">,
): string | undefined {
  const name = given.toLowerCase();
  if (!connectionNames.has(name)) return undefined;
  if (transportHeaders.has(name)) return "controls the connection, which is not a matter of the request";
  if (name === "connection")
    return value.split(",").every((option) => isToken(option.trim()))
      ? undefined
      : "has a value that is not a list of names";
  if (name !== "host" && name !== "content-length") return undefined;
  if (headerValues(headers, name).length > 1) return "is given twice";
  if (name === "host") return undefined;
  const isLength = /^\d+$/.test(value) && Number(value) === (body?.length ?? Number(value));
  return isLength ? undefined : "has a value that is not the length of the body";
}

/** Checks names and values of headers. Throws `REQUEST_HEADER_INVALID`. */
export function checkHeaders(request: OutgoingRequest, redactor: Redactor): void {
  for (const [index, header] of request.headers.entries()) {
    const problem = headerProblem(header) ?? connectionProblem(header, request);
    if (problem === undefined) continue;
    // An invalid name may hold a credential, such as `Bearer abc`.
    const [name] = header;
    const shown = isHeaderName(name) ? `"${cutText(redactor.text(name), 60)}"` : `in line ${index + 1}`;
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
      url: isSecret ? "(not shown, it may carry a password)" : cutText(address, 200),
      schemes: schemes.map((scheme) => `${scheme}//`).join(" or "),
    });
  }
  return parsed;
}
