// HTTP Basic authentication (RFC 7617): writes the Authorization header, and reports whether a setting is complete.

import { fault, setHeader } from "@pictor/kernel/plugin";
import type { AuthSetting, AuthStatus, OutgoingRequest } from "@pictor/kernel/plugin";

type Field = "username" | "password";

const invalid = (field: Field, problem: string) =>
  fault("AUTH_SETTING_INVALID", { where: `basic.${field}`, problem });

/**
 * Whether a byte is a control character (CTL of RFC 5234 appendix B.1), which RFC 7617 section 2 forbids. Neither
 * encoding uses these bytes for other characters.
 */
const isControl = (byte: number): boolean => byte < 0x20 || byte === 0x7f;

type Encoding = "utf8" | "latin1";

/** The text of a field as it is sent, never trimmed. No error contains the value. */
function credential(setting: AuthSetting, field: Field, encoding: Encoding): string {
  const value = setting.settings[field] ?? "";
  if (typeof value !== "string") throw invalid(field, "it is not a string");
  // A lone surrogate cannot be encoded in UTF-8; encoders would silently send U+FFFD instead.
  if (/\p{Surrogate}/u.test(value))
    throw invalid(field, "it contains half of a character (a lone surrogate)");
  if (encoding === "latin1" && /[\u0100-\uffff]/.test(value))
    throw invalid(field, "it contains a character that ISO-8859-1 does not have");
  // RFC 7617 section 2.1 requires NFC with UTF-8; ISO-8859-1 has composed characters only.
  const text = value.normalize("NFC");
  if (Buffer.from(text, encoding).some(isControl))
    throw invalid(field, "it contains a line break or another control character");
  return text;
}

/** The header's value. Two empty fields are legal and are sent as `Og==`. */
function headerValue(setting: AuthSetting): string {
  const encoding = setting.settings["encoding"] === "iso-8859-1" ? "latin1" : "utf8";
  const username = credential(setting, "username", encoding);
  const password = credential(setting, "password", encoding);
  // The server splits at the first colon (RFC 7617 section 2), so a user name with a colon would sign in another user.
  if (username.includes(":")) throw invalid("username", "it contains a colon, which Basic Auth cannot carry");
  return `Basic ${Buffer.from(`${username}:${password}`, encoding).toString("base64")}`;
}

/** The header of each setting. The kernel hands out the same frozen setting as long as its values are unchanged. */
const headerValues = new WeakMap<AuthSetting, string>();

/** Sets `Authorization: Basic base64(username:password)`, and replaces any other header of that name. */
export function addBasic(request: OutgoingRequest): OutgoingRequest {
  const value = headerValues.get(request.auth) ?? headerValue(request.auth);
  headerValues.set(request.auth, value);
  return setHeader(request, "Authorization", value);
}

/**
 * The status is `missing` while both fields are blank, as in an empty form. One field is enough, because some services
 * accept a token as the password of an empty user name. A request with this setting still sends two blank fields.
 */
export function status(setting: AuthSetting): AuthStatus {
  const isBlank = (field: Field): boolean => (setting.settings[field] ?? "") === "";
  return isBlank("username") && isBlank("password")
    ? { state: "missing", fields: ["username"] }
    : { state: "ready" };
}
