// What counts as a credential, and how it is kept from other origins and from other eyes. Pure functions.

import { secretNamePattern, type Redactor, type HeaderPair, type OutgoingRequest } from "@pictor/kernel";

/** What the bands `auth` and `sign` wrote on one request. */
export interface Credentials {
  /** Lower-case names. */
  readonly headers: ReadonlySet<string>;
  /** Raw `name=value` pairs of the query. */
  readonly query: ReadonlySet<string>;
}

export const noCredentials: Credentials = { headers: new Set(), query: new Set() };

const queryPairs = (url: string): readonly string[] => {
  const at = url.indexOf("?");
  return at < 0 ? [] : url.slice(at + 1).split("&");
};
const withoutQuery = (url: string): string => url.split("?", 1)[0] ?? url;

/** How many pairs of the query are gone. */
export const removedPairs = (before: OutgoingRequest, after: OutgoingRequest): number => {
  if (before.url === after.url) return 0;
  const kept = new Set(queryPairs(after.url));
  return queryPairs(before.url).filter((pair) => !kept.has(pair)).length;
};

/** Everything that was added or overwritten between two states of a request. */
export function addedCredentials(before: OutgoingRequest, after: OutgoingRequest): Credentials {
  if (before === after) return noCredentials;
  const isSameUrl = before.url === after.url;
  const had = new Set(before.headers.map(([name, value]) => `${name.toLowerCase()}:${value}`));
  const headers = after.headers
    .filter(([name, value]) => !had.has(`${name.toLowerCase()}:${value}`))
    .map(([name]) => name.toLowerCase());
  const pairs = new Set(isSameUrl ? [] : queryPairs(before.url));
  const added = isSameUrl ? [] : queryPairs(after.url).filter((pair) => !pairs.has(pair));
  return { headers: new Set(headers), query: new Set(added) };
}

/** One value on the wire: a header of the user's with the name of a credential gives way to it. */
export function withoutShadowed(
  before: OutgoingRequest,
  after: OutgoingRequest,
  written: Credentials,
): OutgoingRequest {
  if (before.headers.length === 0) return after;
  const earlier = new Set(before.headers.map(([name, value]) => `${name}:${value}`));
  const headers = after.headers.filter(
    ([name, value]) => !(written.headers.has(name.toLowerCase()) && earlier.has(`${name}:${value}`)),
  );
  return headers.length === after.headers.length ? after : { ...after, headers };
}

/** The part of a request that a scheme has no business to change, or undefined. */
export function forbiddenChange(before: OutgoingRequest, after: OutgoingRequest): string | undefined {
  if (before.method !== after.method) return "method";
  if (before.body !== after.body) return "body";
  if (before.url !== after.url && withoutQuery(before.url) !== withoutQuery(after.url)) return "address";
  if (before.purpose !== after.purpose || before.id !== after.id) return "purpose";
  return undefined;
}

/** Whoever wrote it. */
const isSecret = ([name, value]: HeaderPair, written: Credentials, redactor: Redactor): boolean =>
  written.headers.has(name.toLowerCase()) || secretNamePattern.test(name) || redactor.text(value) !== value;

const decodedOnce = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });

/** Whether a secret stands in a text, however often it was percent-encoded on the way. */
export function repeatsSecret(text: string, redactor: Redactor): boolean {
  for (let present = text, depth = 0; depth < 8; depth++) {
    if (redactor.text(present) !== present) return true;
    const next = decodedOnce(present);
    if (next === present) return false;
    present = next;
  }
  return true;
}

/** The headers that may go to another origin: no credential, and no other server's name. */
export const withoutCredentials = (
  headers: readonly HeaderPair[],
  written: Credentials,
  redactor: Redactor,
): readonly HeaderPair[] =>
  headers.filter((header) => header[0].toLowerCase() !== "host" && !isSecret(header, written, redactor));

/** The address that may go to another origin: a server may have repeated a key of ours in its Location. */
export function withoutCredentialPairs(url: string, written: Credentials, redactor: Redactor): string {
  const pairs = queryPairs(url);
  const kept = pairs.filter((pair) => !written.query.has(pair) && !repeatsSecret(pair, redactor));
  if (kept.length === pairs.length) return url;
  return kept.length === 0 ? withoutQuery(url) : `${withoutQuery(url)}?${kept.join("&")}`;
}

const withPairs = (url: string, shown: (pair: string) => string): string =>
  url.includes("?") ? `${withoutQuery(url)}?${queryPairs(url).map(shown).join("&")}` : url;

/** The address for logs, errors and observers. */
export function shownUrl(url: string, written: Credentials, redactor: Redactor): string {
  const isWritten = (pair: string) => (written.query.has(pair) ? `${pair.split("=", 1)[0] ?? ""}=***` : pair);
  const shown = redactor.text(written.query.size === 0 ? url : withPairs(url, isWritten));
  if (!shown.includes("%")) return shown;
  // Escapes have spellings that the redactor does not know.
  const hidden = withPairs(shown, (pair) => (repeatsSecret(pair, redactor) ? "***" : pair));
  if (!repeatsSecret(withoutQuery(hidden), redactor)) return hidden;
  return [`${new URL(url).origin}/***`, ...hidden.split("?").slice(1)].join("?");
}

/** The headers for logs, errors and observers. */
export const shownHeaders = (
  headers: readonly HeaderPair[],
  written: Credentials,
  redactor: Redactor,
): readonly HeaderPair[] =>
  headers.map((header) => (isSecret(header, written, redactor) ? [header[0], "***"] : header));

/** The request as observers see it: nothing that a scheme wrote, nothing of the setting. */
export const shownRequest = (
  request: OutgoingRequest,
  written: Credentials,
  redactor: Redactor,
): OutgoingRequest => ({
  ...request,
  url: shownUrl(request.url, written, redactor),
  headers: shownHeaders(request.headers, written, redactor),
  auth: { type: request.auth.type, settings: {} },
});
