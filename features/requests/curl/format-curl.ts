// Writes a request as a curl command for a POSIX shell. `parseCurl` reads it back.

import { randomUUID } from "node:crypto";
import { headerValues, shellWord, type HeaderPair, type PostRedirect } from "@pictor/kernel";

/** The request that the command sends. Its texts may contain placeholders. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  /** The credentials of `-u name:password`. */
  readonly user?: { readonly name: string; readonly password: string; readonly isDigest: boolean };
  readonly body?: { readonly text: string } | { readonly file: string };
  /** How redirects are followed. */
  readonly redirect: "follow" | "trusted" | "manual";
  /** Statuses of redirects after which a POST stays a POST. Default: none. */
  readonly keepsPost?: readonly PostRedirect[];
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

/** Marks a placeholder in a text. A request cannot contain it, because nobody can guess it. */
const mark = `\0${randomUUID()}\0`;

/** A value that the command takes from a variable of the shell, because it is a secret. */
export const placeholder = (variable: string): string => `${mark}${variable}${mark}`;

export const hasPlaceholder = (text: string): boolean => text.includes(mark);

/** Converts a name, such as that of a header, to the name of a shell variable. */
export const variableName = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^(?=\d)/, "_");

/**
 * Quotes a text: single quotes around the texts between placeholders and double quotes around variables, so that a
 * shell splits neither.
 */
function quoted(text: string): string {
  const parts = text.split(mark).map((marked, index) => {
    if (index % 2 === 1) return `"$${marked}"`;
    // A zero byte is removed, because no argument of a program can contain one.
    const part = marked.replaceAll("\0", "");
    if (part === "" && text !== "") return "";
    return shellWord(part, "posix");
  });
  return parts.join("");
}

/** Writes a header for curl, which removes `Name:`, and sends an empty value only for `Name;`. */
const headerText = ([name, value]: HeaderPair): string => (value === "" ? `${name};` : `${name}: ${value}`);

function dataOptions({ headers, body }: CurlRequest): readonly string[] {
  if (body === undefined) return [];
  const hasType = headerValues(headers, "Content-Type").length > 0;
  // If the request has no Content-Type, the header is removed, because curl would send that of a form.
  const noType = hasType ? [] : ["-H 'Content-Type:'"];
  return "text" in body
    ? [...noType, `--data-raw ${quoted(body.text)}`]
    : [...noType, `--data-binary ${quoted(`@${body.file}`)}`];
}

export function formatCurl(request: CurlRequest): string {
  const { method, url, headers, user, body, redirect, keepsPost = [], timeoutMs, maxBytes } = request;
  const usual = body === undefined ? "GET" : "POST";
  // `--head` is used, because with `-X HEAD` curl would wait for a body.
  const methodOption = method === "HEAD" && body === undefined ? ["--head"] : [`-X ${quoted(method)}`];
  return [
    `curl ${quoted(url)}`,
    ...(method === usual ? [] : methodOption),
    ...(user?.isDigest === true ? ["--digest"] : []),
    ...(user === undefined ? [] : [`-u ${quoted(`${user.name}:${user.password}`)}`]),
    ...headers.map((pair) => `-H ${quoted(headerText(pair))}`),
    ...dataOptions(request),
    // Without `--globoff`, curl takes brackets and braces as patterns of several addresses.
    ...(/[[\]{}]/.test(url) ? ["--globoff"] : []),
    ...(redirect === "manual" ? [] : [redirect === "trusted" ? "--location-trusted" : "--location"]),
    ...keepsPost.map((status) => `--post${status}`),
    ...(timeoutMs === undefined ? [] : [`--max-time ${timeoutMs / 1000}`]),
    ...(maxBytes === undefined ? [] : [`--max-filesize ${maxBytes}`]),
  ].join(" \\\n  ");
}
