// Validates an API key for the place in which it is sent. No error contains a value.

import { connectionHeaders, fault, isToken } from "@pictor/kernel/plugin";
import type { AuthSetting } from "@pictor/kernel/plugin";

export type Field = "key" | "value" | "addTo";

const invalid = (field: Field, problem: string) =>
  fault("AUTH_SETTING_INVALID", { where: `api-key.${field}`, problem });

/** The text of a field as it was filled in: never trimmed, empty if it is absent. */
export function textOf(setting: AuthSetting, field: Field): string {
  const value = setting.settings[field] ?? "";
  if (typeof value !== "string") throw invalid(field, "it is not a string");
  // Control characters are refused in a query too: with a pasted line break, the key would differ from the key that the
  // user sees.
  if (/\p{Cc}/u.test(value)) throw invalid(field, "it contains a line break or another control character");
  if (/\p{Surrogate}/u.test(value))
    throw invalid(field, "it contains half of a character (a lone surrogate)");
  return value;
}

/** Whether a header controls the connection or the message itself (RFC 9110 sections 7.2, 7.6.1 and 11.7). */
const isReserved = (name: string): boolean =>
  connectionHeaders.has(name.toLowerCase()) || /^(?:host|content-length|proxy-.*)$/i.test(name);

/** Validates the name and the value of a header (RFC 9110 sections 5.1 and 5.5). */
export function requireHeader(key: string, value: string): void {
  if (!isToken(key)) throw invalid("key", "it is not a valid name of a header");
  if (isReserved(key)) throw invalid("key", "this header controls the connection and cannot carry a key");
  if (/[^\x20-\xff]/.test(value))
    throw invalid("value", "it contains a character that a header cannot carry");
  if (/^ | $/.test(value))
    throw invalid("value", "it begins or ends with a space, which a header cannot carry");
}

/** `cookie-octet` of RFC 6265 section 4.1.1, in quotes or not. */
const cookieValue = /^("?)[!#-+\--:<-[\]-~]*\1$/;

/** Validates the name and the value of a cookie (RFC 6265 section 4.1.1). */
export function requireCookie(key: string, value: string): void {
  if (!isToken(key)) throw invalid("key", "it is not a valid name of a cookie");
  if (!cookieValue.test(value)) throw invalid("value", "it contains a character that a cookie cannot carry");
}
