// Classifies errors of a backend: temporary or final, and whether a request may have arrived.

import { PictorError } from "@pictor/kernel";

const unanswered: ReadonlySet<string> = new Set([
  "BACKEND_UNREACHABLE",
  "REQUEST_TIMEOUT",
  "AUTH_UNREACHABLE",
]);

const isOverload = (status: unknown): boolean =>
  status === 429 || (typeof status === "number" && status >= 500);

/**
 * Nobody answered, or a server or gateway answered 429 or 5xx: the same request can succeed later. Includes an unreachable
 * token endpoint.
 */
export const isOutage = (error: unknown): error is PictorError =>
  error instanceof PictorError &&
  (unanswered.has(error.base) || (error.base === "BACKEND_REPLY" && isOverload(error.details["status"])));

/** The server is known to have ended: it has lost its prompts, and waiting does not bring it back. */
export const isCrash = (error: unknown): error is PictorError =>
  error instanceof PictorError && error.base === "BACKEND_CRASHED";

/** It is open whether the request was carried out: an outage, or a reply that could not be read. */
export const isUnclear = (error: unknown): error is PictorError =>
  isOutage(error) ||
  (error instanceof PictorError && error.base === "BACKEND_REPLY" && error.details["status"] === undefined);

/** System codes of connections that were never opened. */
const unconnectedCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const systemCodeOf = ({ details, cause }: PictorError): unknown =>
  details["systemCode"] ?? (cause instanceof PictorError ? cause.details["systemCode"] : undefined);

/** Nothing was sent: no connection was opened, or no token was issued. After any other outage the request may have arrived. */
export const isUnsent = (error: PictorError): boolean =>
  error.base === "AUTH_UNREACHABLE" || unconnectedCodes.has(systemCodeOf(error));

/** The credentials are missing or refused; repeated attempts could lock the account. */
export const isRefusal = ({ base }: PictorError): boolean =>
  base.startsWith("AUTH_") && base !== "AUTH_UNREACHABLE";
