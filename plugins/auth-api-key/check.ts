// What an API key may look like in each of its places. No error repeats a value.

import { fault } from "@pictor/kernel/plugin";
import type { AuthSetting } from "@pictor/kernel/plugin";

export type Field = "key" | "value" | "addTo";

export const invalid = (field: Field, problem: string) =>
  fault("AUTH_SETTING_INVALID", { where: `api-key.${field}`, problem });

/** A field as it was filled in: never trimmed, empty where it is absent. */
export function textOf(setting: AuthSetting, field: Field): string {
  const value = setting.settings[field] ?? "";
  if (typeof value !== "string") throw invalid(field, "it is not a text");
  // Not even a query takes these: what looks like a key would be another one.
  if (/\p{Cc}/u.test(value)) throw invalid(field, "it holds a line break or another control character");
  if (/\p{Surrogate}/u.test(value)) throw invalid(field, "it holds half of a character");
  return value;
}

/** RFC 9110 section 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Fields that steer the connection or the message itself (RFC 9110 sections 7.2, 7.6.1 and 11.7). */
const reserved =
  /^(host|content-length|transfer-encoding|connection|upgrade|te|trailer|keep-alive|proxy-.*)$/i;

/** A header's name and value (RFC 9110 sections 5.1 and 5.5). */
export function requireHeader(key: string, value: string): void {
  if (!token.test(key)) throw invalid("key", "it is no name that a header can have");
  if (reserved.test(key)) throw invalid("key", "this header steers the connection and cannot carry a key");
  if (/[^\x20-\xff]/.test(value)) throw invalid("value", "it holds a character that no header can carry");
  if (/^ | $/.test(value)) throw invalid("value", "it begins or ends with a space, which a header loses");
}

/** `cookie-octet` of RFC 6265 section 4.1.1, in quotes or not. */
const cookieValue = /^("?)[!#-+\--:<-[\]-~]*\1$/;

/** A cookie's name and value (RFC 6265 section 4.1.1). */
export function requireCookie(key: string, value: string): void {
  if (!token.test(key)) throw invalid("key", "it is no name that a cookie can have");
  if (!cookieValue.test(value)) throw invalid("value", "it holds a character that no cookie can carry");
}
