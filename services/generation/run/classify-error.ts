// Which errors say "not now" and which say "no": the first are ridden out.

import { PictorError } from "@pictor/kernel";

const silence: ReadonlySet<string> = new Set(["BACKEND_UNREACHABLE", "REQUEST_TIMEOUT", "AUTH_UNREACHABLE"]);

const isOverload = (status: unknown): boolean =>
  status === 429 || (typeof status === "number" && status >= 500);

/**
 * Nobody answered, or something in between answered that it cannot now: the same question can go well later. The same
 * is true of what credentials are got from.
 */
export const isOutage = (error: unknown): error is PictorError =>
  error instanceof PictorError &&
  (silence.has(error.base) || (error.base === "BACKEND_REPLY" && isOverload(error.details["status"])));

/** Its server is known to have ended: nothing that it had goes on, and it does not come back by waiting. */
export const isCrash = (error: unknown): error is PictorError =>
  error instanceof PictorError && error.base === "BACKEND_CRASHED";

/** An answer that does not tell what became of the request: it may have been carried out. */
export const isUnclear = (error: unknown): error is PictorError =>
  isOutage(error) ||
  (error instanceof PictorError && error.base === "BACKEND_REPLY" && error.details["status"] === undefined);

/** Of a connection that never came about. */
const unconnected: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const systemCodeOf = ({ details, cause }: PictorError): unknown =>
  details["systemCode"] ?? (cause instanceof PictorError ? cause.details["systemCode"] : undefined);

/** Nothing was sent: there was nobody to take it, or no credentials for it. After any other outage it may have arrived. */
export const isUnsent = (error: PictorError): boolean =>
  error.base === "AUTH_UNREACHABLE" || unconnected.has(systemCodeOf(error));

/** The credentials are not taken, or there are none; asking again and again can lock the client out. */
export const isRefusal = ({ base }: PictorError): boolean =>
  base.startsWith("AUTH_") && base !== "AUTH_UNREACHABLE";
