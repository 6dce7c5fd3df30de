// Bearer tokens (RFC 6750): writes the Authorization header, and removes prefixes that were pasted with a token.

import { fault, setHeader } from "@pictor/kernel/plugin";
import type { AuthSetting, AuthStatus, OutgoingRequest, SendContext } from "@pictor/kernel/plugin";

type Field = "token" | "prefix";

const invalid = (field: Field, problem: string) =>
  fault("AUTH_SETTING_INVALID", { where: `bearer.${field}`, problem });

/** The grammar of a bearer token (RFC 6750 section 2.1). */
const b64token = /^[A-Za-z0-9._~+/-]+=*$/;

function textOf(setting: AuthSetting, field: Field, absent: string): string {
  const value = setting.settings[field] ?? absent;
  if (typeof value !== "string") throw invalid(field, "it is not a string");
  return value.trim();
}

/**
 * Only Latin-1 can be sent in a header. This plugin checks the text itself, because the HTTP client's error would
 * repeat the value.
 */
function requirePrintable(text: string, field: Field): void {
  if (/\p{C}|[^\x20-\xff]/u.test(text))
    throw invalid(field, "it contains a line break, an invisible character or one beyond Latin-1");
}

/** Removes every prefix that was pasted with a token. A token contains no space, so no part of it is removed. */
function withoutPrefix(text: string, prefix: string): string {
  const begins = (word: string) =>
    word !== "" && `${text} `.toLowerCase().startsWith(`${word.toLowerCase()} `);
  const pasted = [prefix, "Bearer"].find(begins);
  return pasted === undefined ? text : withoutPrefix(text.slice(pasted.length).trim(), prefix);
}

/**
 * Sets `Authorization: <prefix> <token>`, or the token alone if the prefix is empty. Outer spaces and a pasted prefix are
 * removed, which is reported. A token that RFC 6750 does not allow is reported too, but sent, because the server may accept
 * it. Throws `AUTH_NOT_CONFIGURED` without a token, and `AUTH_SETTING_INVALID`.
 */
export function addBearer(
  request: OutgoingRequest,
  { report }: Pick<SendContext, "report">,
): OutgoingRequest {
  const prefix = textOf(request.auth, "prefix", "Bearer");
  const token = withoutPrefix(textOf(request.auth, "token", ""), prefix);
  if (token === "") throw fault("AUTH_NOT_CONFIGURED", { where: "bearer", fields: "token" });
  requirePrintable(prefix, "prefix");
  requirePrintable(token, "token");
  if (token !== request.auth.settings["token"]) {
    report({
      code: "AUTH_TOKEN_CLEANED",
      message: "Surrounding spaces or a pasted prefix were removed from bearer.token before it was sent.",
      hint: "Fill in the token alone.",
    });
  }
  if (!b64token.test(token)) {
    report({
      code: "AUTH_TOKEN_UNUSUAL",
      message: "bearer.token has characters that no bearer token can have (RFC 6750 section 2.1).",
      hint: "Check that the whole token was copied, and nothing else.",
    });
  }
  return setHeader(request, "Authorization", prefix === "" ? token : `${prefix} ${token}`);
}

/** The status is `missing` without a token. */
export const status = ({ settings }: AuthSetting): AuthStatus =>
  (settings["token"] ?? "") === "" ? { state: "missing", fields: ["token"] } : { state: "ready" };
