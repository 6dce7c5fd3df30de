// Text that a provider wrote, made fit to be shown: no control characters, no escape sequences, no secrets, a limit.

/** Control and escape sequences of terminals (ECMA-48 section 5), with their parameters. */
const escapeSequences =
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;

/** What takes no room: it could split a word, and nobody would see it. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
/** Controls, line separators, halves of characters. */
const unshowable = /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]+/gu;

const visible = (text: string): string => text.replace(escapeSequences, "").replace(invisible, "");

const asItIs = (text: string): string => text;

/** One line, at most `maxLength` characters. `hide` sees it before it is cut, and without what could split a secret. */
export const plainText = (text: string, maxLength: number, hide = asItIs): string =>
  Array.from(hide(visible(text).replace(unshowable, " ").trim()))
    .slice(0, maxLength)
    .join("");

/** As `plainText`, and nothing but printable ASCII, as RFC 6749 wants error codes and scopes (appendix A). */
export const plainAscii = (text: string, maxLength: number, hide = asItIs): string =>
  plainText(visible(text).replace(/[^\x20-\x7e]+/g, " "), maxLength, hide);

// Shorter values occur in ordinary words.
const minSecretLength = 4;

/** Puts `***` in place of each secret: a server may repeat in its answer what it was sent. */
export function hider(secrets: readonly string[]): (text: string) => string {
  const hidden = secrets
    .filter(({ length }) => length >= minSecretLength)
    .sort((one, other) => other.length - one.length);
  return (text) => hidden.reduce((shown, secret) => shown.replaceAll(secret, "***"), text);
}
