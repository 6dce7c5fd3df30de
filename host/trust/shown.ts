// Shows values of an untrusted file in a question or an error: in quotes, with every character visible, and without
// secrets.

import { isRecord, referenceOf, secretNamePattern } from "@pictor/kernel";

/**
 * Control and formatting characters, and blank letters, which could change how a terminal shows the text around them.
 */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const maxLength = 200;

/** A text as one line without quotes, for example the name of a folder. */
export const escapeInvisible = (text: string): string =>
  text.replace(invisible, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ""}}`);

/** An address in the form in which a client parses it: the whole host, the beginning of the rest, no credentials. */
function shownAddress(text: string): string {
  const { protocol, username, password, host, pathname, search } = new URL(text);
  const credentials = `${username}${password}` === "" ? "" : "***@";
  const rest = `${pathname}${search}`;
  return `${protocol}//${credentials}${host}${rest.length > maxLength ? `${rest.slice(0, maxLength)}...` : rest}`;
}

/** A value in quotes, or as JSON. */
export function quoteValue(value: unknown): string {
  if (value === undefined) return "(nothing)";
  if (referenceOf(value) !== undefined) return "(a reference)";
  if (typeof value !== "string") return escapeInvisible(JSON.stringify(value));
  if (/^[a-z][a-z0-9+.-]*:[\\/]{2}/i.test(value) && URL.canParse(value))
    return `"${escapeInvisible(shownAddress(value))}"`;
  return `"${escapeInvisible(value.length > maxLength ? `${value.slice(0, maxLength)}...` : value)}"`;
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
  const isSecret = typeof value === "string" && secretNamePattern.test(name) && !/url$/i.test(name);
  return [`${escapeInvisible(path)} ${isSecret ? '"***"' : quoteValue(value)}`];
}

/** The settings of an entry in parentheses; empty if there are none. */
export function settingsInParentheses(value: unknown): string {
  const settings = quoteSettings(value);
  return settings.length === 0 ? "" : ` (${settings.join(", ")})`;
}
