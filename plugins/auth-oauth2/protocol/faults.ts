// What goes wrong at a provider, as the kernel's errors: plain text, no secret, nothing of a foreign error.

import { PictorError } from "@pictor/kernel/plugin";
import { OperationProcessingError } from "oauth4webapi";
import { oauthFault } from "../faults.js";
import type { Fields } from "../setting.js";
import { adviceFor } from "./advice.js";
import type { Refusal } from "./answer.js";
import { plainAscii, plainText } from "./plain-text.js";

const maxDescription = 500;
const maxCode = 100;

/** A provider's description as it follows an error: in parentheses, or nothing. */
export function described(description: string, hide?: (text: string) => string): string {
  const text = plainText(description, maxDescription, hide);
  return text === "" ? "" : ` (${text})`;
}

/** Retry-After (RFC 9110 section 10.2.3) in seconds from `nowMs`, which is milliseconds since 1970. */
export function retryAfterS(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const atMs = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
}

export interface RefusalContext {
  readonly fields: Fields;
  /** The endpoint, as errors name it. */
  readonly url: string;
  readonly nowMs: number;
  readonly hide?: (text: string) => string;
}

/**
 * `OAUTH_REFUSED`. For programs, `details.error` is the provider's code (or `status 403` where there is none), with
 * `status`, `retryAfterS` and `errorUri` (http and https only; never opened) where they are known.
 */
export function refused(refusal: Refusal, { fields, url, nowMs, hide }: RefusalContext): PictorError {
  const { status } = refusal;
  const code = refusal.error === undefined ? undefined : plainAscii(refusal.error, maxCode, hide);
  const uri = plainAscii(refusal.uri, maxDescription, hide);
  const waitS = retryAfterS(refusal.retryAfter, nowMs);
  return oauthFault(
    "OAUTH_REFUSED",
    {
      url,
      error: code ?? `status ${status}`,
      description: described(refusal.description, hide),
      advice: adviceFor(code, status, fields),
    },
    {
      more: {
        status,
        ...(waitS === undefined ? {} : { retryAfterS: waitS }),
        ...(/^https?:\/\/\S+$/.test(uri) ? { errorUri: uri } : {}),
      },
    },
  );
}

/** The library's messages are constant sentences; its causes hold whole answers and are left behind. */
const libraryProblem = (error: unknown): string =>
  error instanceof OperationProcessingError
    ? error.message.replace(/^"response" body ("\w+") property/, "$1")
    : "it does not follow the protocol";

/** An error of ours as it is; one of the protocol library as `OAUTH_RESPONSE_INVALID`. */
export const cleaned = (error: unknown, url: string, status: number | string): PictorError =>
  error instanceof PictorError
    ? error
    : oauthFault("OAUTH_RESPONSE_INVALID", { url, status, problem: libraryProblem(error) });

/** What the failure of a request for tokens means for those that are there. */
export type FailureKind =
  /** The grant is gone: a refresh token that was used, revoked, or has ended. */
  | "invalid-grant"
  /** Nobody answered, or not now: the same request may work later. */
  | "temporary"
  | "other";

const passing: ReadonlySet<unknown> = new Set(["temporarily_unavailable", "server_error", "slow_down"]);
const isPassing = (status: unknown): boolean =>
  typeof status === "number" && (status >= 500 || status === 408 || status === 425 || status === 429);

/** Tells by the status first: what a server says while it is overloaded or broken does not end a grant. */
export function kindOfFailure(error: unknown): FailureKind {
  if (!(error instanceof PictorError)) return "other";
  const { code, details } = error;
  if (code === "AUTH_UNREACHABLE" || isPassing(details["status"])) return "temporary";
  if (code !== "OAUTH_REFUSED") return "other";
  if (passing.has(details["error"])) return "temporary";
  return details["error"] === "invalid_grant" ? "invalid-grant" : "other";
}
