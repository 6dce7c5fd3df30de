// Shows values of an untrusted file in a question or an error: in quotes, with every character visible, and without
// secrets.

import { beginningOf, endOf, isRecord, isSecretName, referenceOf } from "@pictor/kernel";

/**
 * Control and formatting characters and blank letters, which could change how a terminal shows the text around them;
 * every blank but a single space, because a row of blanks fills a line of the terminal, so that what follows looks like
 * another line; and the fourth and later marks above one letter, which would cover other lines.
 */
const invisible =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|(?<= ) |(?<=\p{M}{3})\p{M}/gu;
const [maxLength, endLength] = [200, 60];

/** A long text without its middle: its end may be what matters, as in a path. */
const shortened = (text: string): string =>
  text.length > maxLength ? `${beginningOf(text, maxLength - endLength)}...${endOf(text, endLength)}` : text;

/** A text as one line without quotes, for example the name of a folder. */
export const escapeInvisible = (text: string): string =>
  text.replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`);

/** A text in quotes, which it cannot end itself. */
const quoted = (text: string): string => `"${escapeInvisible(text).replaceAll('"', "\\u{22}")}"`;

/** An address in the form in which a client parses it: the whole host, the rest without its middle, no credentials. */
function shownAddress(text: string): string {
  const { protocol, username, password, host, pathname, search } = new URL(text);
  const credentials = `${username}${password}` === "" ? "" : "***@";
  return `${protocol}//${credentials}${host}${shortened(`${pathname}${search}`)}`;
}

/** A value in quotes, or as JSON. */
export function quoteValue(value: unknown): string {
  if (value === undefined) return "(not given)";
  if (referenceOf(value) !== undefined) return "(a reference)";
  if (typeof value !== "string") return escapeInvisible(JSON.stringify(value));
  if (/^[a-z][a-z0-9+.-]*:[\\/]{2}/i.test(value) && URL.canParse(value)) return quoted(shownAddress(value));
  return quoted(shortened(value));
}

/**
 * The settings below a value as `name "value"`. References are left out, because they are powers of their own; values
 * of fields whose names suggest a secret are hidden.
 */
export function quoteSettings(value: unknown, path = ""): readonly string[] {
  if (referenceOf(value) !== undefined) return [];
  if (isRecord(value))
    return Object.entries(value).flatMap(([key, entry]) =>
      quoteSettings(entry, path === "" ? key : `${path}.${key}`),
    );
  const name = path.split(".").at(-1) ?? "";
  const isSecret = typeof value === "string" && isSecretName(name);
  const shown = /^[\w.$-]*$/.test(path) ? path : quoted(shortened(path));
  return [`${shown} ${isSecret ? '"***"' : quoteValue(value)}`];
}

/** The settings of an entry in parentheses; empty if there are none. */
export function settingsInParentheses(value: unknown): string {
  const settings = quoteSettings(value);
  return settings.length === 0 ? "" : ` (${settings.join(", ")})`;
}
