// Finds the credentials in a request, and removes them for other origins, logs and observers. Pure.

import {
  isSecretParameter,
  percentDecode,
  secretNamePattern,
  type Redactor,
  type HeaderPair,
  type OutgoingRequest,
} from "@pictor/kernel";

/** The parts of a request that handlers in the bands `auth` and `sign` have added or overwritten. */
export interface Credentials {
  /** Header names, in lower case. */
  readonly headers: ReadonlySet<string>;
  /** Raw `name=value` pairs of the query. */
  readonly query: ReadonlySet<string>;
}

export const noCredentials: Credentials = { headers: new Set(), query: new Set() };

const queryPairs = (url: string): readonly string[] => {
  const at = url.indexOf("?");
  return at < 0 ? [] : url.slice(at + 1).split("&");
};
export const withoutQuery = (url: string): string => url.split("?", 1)[0] ?? url;

/** How many query pairs of `before` are missing in `after`. */
export const removedPairs = (before: OutgoingRequest, after: OutgoingRequest): number => {
  if (before.url === after.url) return 0;
  const kept = new Set(queryPairs(after.url));
  return queryPairs(before.url).filter((pair) => !kept.has(pair)).length;
};

/** Whether a header is among others: as the same pair, which most are, or as one with the same name and value. */
export const isAmong = (header: HeaderPair, headers: readonly HeaderPair[]): boolean =>
  headers.includes(header) ||
  headers.some(([name, value]) => value === header[1] && name.toLowerCase() === header[0].toLowerCase());

/** The headers and query pairs that were added or overwritten between two states of a request. */
export function addedCredentials(before: OutgoingRequest, after: OutgoingRequest): Credentials {
  if (before === after) return noCredentials;
  const isSameUrl = before.url === after.url;
  const headers = after.headers
    .filter((header) => !isAmong(header, before.headers))
    .map(([name]) => name.toLowerCase());
  const pairs = new Set(isSameUrl ? [] : queryPairs(before.url));
  const added = isSameUrl ? [] : queryPairs(after.url).filter((pair) => !pairs.has(pair));
  return { headers: new Set(headers), query: new Set(added) };
}

/** The credentials of a request by their names, for people: `header Authorization`, `query parameter key`. */
export const namesOfCredentials = (
  { headers }: OutgoingRequest,
  credentials: Credentials,
): readonly string[] => [
  ...headers
    .filter(([name]) => credentials.headers.has(name.toLowerCase()))
    .map(([name]) => `header ${name}`),
  ...[...credentials.query].map((pair) => `query parameter ${decodedOnce(pair.split("=", 1)[0] ?? "")}`),
];

/** Removes the request's own headers that have the name of a credential, so that one value is sent. */
export function withoutShadowed(
  before: OutgoingRequest,
  after: OutgoingRequest,
  credentials: Credentials,
): OutgoingRequest {
  const headers = after.headers.filter(
    (header) => !(credentials.headers.has(header[0].toLowerCase()) && isAmong(header, before.headers)),
  );
  return headers.length === after.headers.length ? after : { ...after, headers };
}

/** Whether a header is secret: as a credential, by its name, or by its value. */
const isSecret = ([name, value]: HeaderPair, credentials: Credentials, redactor: Redactor): boolean =>
  credentials.headers.has(name.toLowerCase()) ||
  secretNamePattern.test(name) ||
  redactor.text(value) !== value;

/**
 * Whether a credential is only a time that a signature covers, such as `X-Amz-Date`: it is bound to its origin, but not
 * secret.
 */
export const isDate = (name: string, value: string): boolean =>
  /(^|-)date$/i.test(name) &&
  /^(\d{8}T\d{6}Z|\d{4}-\d\d-\d\dT[\d:.]+Z|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT)$/.test(
    value,
  );

const decodedOnce = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => percentDecode(escapes));

/** Whether a string contains a secret, percent-encoded up to eight times. */
export function repeatsSecret(text: string, redactor: Redactor): boolean {
  for (let decoded = text, depth = 0; depth < 8; depth++) {
    if (redactor.text(decoded) !== decoded) return true;
    const next = decodedOnce(decoded);
    if (next === decoded) return false;
    decoded = next;
  }
  return true;
}

/** The headers that may go to another origin: without credentials and `Host`. */
export const withoutCredentials = (
  headers: readonly HeaderPair[],
  credentials: Credentials,
  redactor: Redactor,
): readonly HeaderPair[] =>
  headers.filter((header) => header[0].toLowerCase() !== "host" && !isSecret(header, credentials, redactor));

/** The address without credential query pairs: a server may have repeated a credential in `Location`. */
export function withoutCredentialQuery(url: string, credentials: Credentials, redactor: Redactor): string {
  const pairs = queryPairs(url);
  const kept = pairs.filter((pair) => !credentials.query.has(pair) && !repeatsSecret(pair, redactor));
  if (kept.length === pairs.length) return url;
  return kept.length === 0 ? withoutQuery(url) : `${withoutQuery(url)}?${kept.join("&")}`;
}

const withPairs = (url: string, shown: (pair: string) => string): string =>
  url.includes("?") ? `${withoutQuery(url)}?${queryPairs(url).map(shown).join("&")}` : url;

/** The address for logs, errors and observers: as with headers, a parameter whose name says secret has no value. */
export function redactedUrl(url: string, credentials: Credentials, redactor: Redactor): string {
  const named = (pair: string): string => {
    const [name = "", ...value] = pair.split("=");
    const isHidden =
      (credentials.query.has(pair) && !isDate(name, value.join("="))) ||
      (value.length > 0 && isSecretParameter(decodedOnce(name)));
    return isHidden ? `${name}=***` : pair;
  };
  const shown = redactor.text(withPairs(url, named));
  if (!shown.includes("%")) return shown;
  // The redactor does not know every percent-encoded spelling of a secret.
  const hidden = withPairs(shown, (pair) => (repeatsSecret(pair, redactor) ? "***" : pair));
  if (!repeatsSecret(withoutQuery(hidden), redactor)) return hidden;
  return [`${new URL(url).origin}/***`, ...hidden.split("?").slice(1)].join("?");
}

/** The headers for logs, errors and observers. */
export const redactedHeaders = (
  headers: readonly HeaderPair[],
  credentials: Credentials,
  redactor: Redactor,
): readonly HeaderPair[] =>
  headers.map((header) =>
    isSecret(header, credentials, redactor) && !isDate(...header) ? [header[0], "***"] : header,
  );

/** The request as observers see it: without credentials and without the auth setting. */
export const redactedRequest = (
  request: OutgoingRequest,
  credentials: Credentials,
  redactor: Redactor,
): OutgoingRequest => ({
  ...request,
  url: redactedUrl(request.url, credentials, redactor),
  headers: redactedHeaders(request.headers, credentials, redactor),
  auth: { type: request.auth.type, settings: {} },
});
