// Makes text from a provider safe to display: no control characters or terminal escapes, no secrets, limited length.

import { cutText } from "@pictor/kernel/plugin";

/** Control and escape sequences of terminals with their parameters (ECMA-48 section 5). */
const escapeSequences =
  // eslint-disable-next-line no-control-regex -- the expression matches control characters
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;

/** Characters without a width. Inside a secret they would prevent `redact` from finding it. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
/** Control characters, line separators and lone surrogates. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]+/gu;

const withoutHidden = (text: string): string => text.replace(escapeSequences, "").replace(invisible, "");

type Redact = (text: string) => string;
const unchanged: Redact = (text) => text;

/**
 * One line of at most `maxLength` UTF-16 code units; a longer one ends with three full stops. Redaction comes before
 * truncation, so no part of a secret remains.
 */
export const plainText = (text: string, maxLength: number, redact = unchanged): string =>
  cutText(redact(withoutHidden(text).replace(unprintable, " ").trim()), maxLength);

/** Does the same as `plainText`, restricted to printable ASCII, the alphabet of error codes and scopes (RFC 6749 appendix A). */
export const plainAscii = (text: string, maxLength: number, redact = unchanged): string =>
  plainText(withoutHidden(text).replace(/[^\x20-\x7e]+/g, " "), maxLength, redact);

/** The shortest secret that is redacted. Shorter secrets would match parts of ordinary words. */
const minSecretLength = 4;

/** Returns a function that replaces each secret with `***`: a provider may echo the request in its response. */
export function createRedactor(secrets: readonly string[]): Redact {
  const longestFirst = secrets
    .filter(({ length }) => length >= minSecretLength)
    .sort((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((redacted, secret) => redacted.replaceAll(secret, "***"), text);
}
