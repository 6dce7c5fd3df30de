// HTTP Basic authentication (RFC 7617): the Authorization header, and what the setting says of itself.

import { fault, setHeader } from "@pictor/kernel/plugin";
import type { AuthSetting, AuthStatus, OutgoingRequest } from "@pictor/kernel/plugin";

type Field = "username" | "password";

const invalid = (field: Field, problem: string) =>
  fault("AUTH_SETTING_INVALID", { where: `basic.${field}`, problem });

/** CTL of RFC 5234 appendix B.1, forbidden by RFC 7617 section 2. In neither encoding are these bytes part of a letter. */
const isControl = (byte: number): boolean => byte < 0x20 || byte === 0x7f;

type Encoding = "utf8" | "latin1";

/** A field as it is sent, never trimmed. The value itself stays out of every error. */
function credential(setting: AuthSetting, field: Field, encoding: Encoding): string {
  const value = setting.settings[field] ?? "";
  if (typeof value !== "string") throw invalid(field, "it is not a text");
  // A lone half of a surrogate pair has no UTF-8 form; encoders would silently send U+FFFD in its place.
  if (/\p{Surrogate}/u.test(value)) throw invalid(field, "it holds half of a character");
  if (encoding === "latin1" && /[\u0100-\uffff]/.test(value))
    throw invalid(field, "it holds a character that ISO-8859-1 does not have");
  // RFC 7617 section 2.1 asks for the composed form with UTF-8; ISO-8859-1 knows no other.
  const text = value.normalize("NFC");
  if (Buffer.from(text, encoding).some(isControl))
    throw invalid(field, "it holds a line break or another control character");
  return text;
}

/**
 * Sets `Authorization: Basic base64(username:password)`, computed from the setting at every call. It replaces what
 * stands under that name, so running twice gives one header. Two empty fields are legal and give `Og==`.
 */
export function addBasic(request: OutgoingRequest): OutgoingRequest {
  const encoding = request.auth.settings["encoding"] === "iso-8859-1" ? "latin1" : "utf8";
  const username = credential(request.auth, "username", encoding);
  const password = credential(request.auth, "password", encoding);
  // The first colon ends the user name (RFC 7617 section 2): with one inside, another user would log in.
  if (username.includes(":")) throw invalid("username", "it holds a colon, which Basic Auth cannot carry");
  const pair = Buffer.from(`${username}:${password}`, encoding).toString("base64");
  return setHeader(request, "Authorization", `Basic ${pair}`);
}

/**
 * `missing` while both fields are blank, as in a form that nobody has filled in. One of them is enough: some services
 * take a token as password beside an empty user name. A blank pair is still sent when a request asks for it.
 */
export function status(setting: AuthSetting): AuthStatus {
  const isBlank = (field: Field): boolean => (setting.settings[field] ?? "") === "";
  return isBlank("username") && isBlank("password")
    ? { state: "missing", fields: ["username"] }
    : { state: "ready" };
}
