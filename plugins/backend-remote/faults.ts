// What went wrong between us and the server, as the kernel's errors. No text of a reply is ever repeated.

import { fault, PictorError, reasonOf } from "@pictor/kernel/plugin";

/** What was asked, for the error's text. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  /** Name of the auth profile in use. */
  readonly auth: string | undefined;
}

/** Errors of the request layer that mean "nobody answered"; the others say more precisely what is wrong. */
const silence: ReadonlySet<string> = new Set(["REQUEST_FAILED", "REQUEST_TIMEOUT"]);

/** A failed exchange: silence becomes BACKEND_UNREACHABLE; what the kernel already named stays as it is. */
export function unreachable(error: unknown, asked: Asked): PictorError {
  if (error instanceof PictorError && !silence.has(error.code)) return error;
  const told = error instanceof PictorError ? error.details["reason"] : undefined;
  const reason = typeof told === "string" ? told : reasonOf(error).replace(/\.$/, "");
  return fault("BACKEND_UNREACHABLE", { url: asked.url, reason }, { cause: error });
}

/** What proxies and providers say while something behind them starts or has too much to do (RFC 9110 section 15.6). */
const outages: ReadonlySet<unknown> = new Set([429, 502, 503, 504]);

/** Not now: the same request can go another way later. The provider of a token counts as much as the server. */
export const isOutage = ({ base, details }: PictorError): boolean =>
  base === "AUTH_UNREACHABLE" || outages.has(details["status"]);

/**
 * The address is not a route of this server: as text, as a page, or as somebody else's JSON. ComfyUI answers 405 to a
 * POST and 404 to a GET, whether it knows the path with another method or not at all.
 */
export const isAbsent = ({ code, details }: PictorError): boolean =>
  code === "BACKEND_REPLY" && (details["status"] === undefined || absences.has(details["status"]));

const absences: ReadonlySet<unknown> = new Set([404, 405, 410, 501]);

/**
 * A status that was not expected. ComfyUI itself knows no accounts: a 401 or 403 comes from a proxy before it (or
 * from its guard against foreign origins).
 */
export function badStatus(status: number, expected: string, asked: Asked): PictorError {
  const { method, url, auth } = asked;
  if (status !== 401 && status !== 403) {
    return fault("BACKEND_REPLY", { method, url, found: `status ${status}`, expected }, { more: { status } });
  }
  return auth === undefined
    ? fault("AUTH_REQUIRED", { where: url, status })
    : fault("AUTH_REJECTED", { where: url, auth, status });
}
