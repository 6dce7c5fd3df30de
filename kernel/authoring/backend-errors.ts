// Classifies errors of a backend: whether they are temporary, and whether the request may have arrived.

import { PictorError } from "../base/errors/pictor-error.js";

const unanswered: ReadonlySet<string> = new Set([
  "BACKEND_UNREACHABLE",
  "REQUEST_TIMEOUT",
  "AUTH_UNREACHABLE",
]);

const isOverload = (status: unknown): boolean =>
  status === 429 || (typeof status === "number" && status >= 500);

/**
 * Whether the same request can succeed later: there was no answer (also of a token endpoint), or a server or gateway
 * answered 429 or 5xx.
 */
export const isOutage = (error: unknown): boolean =>
  error instanceof PictorError &&
  (unanswered.has(error.base) || (error.base === "BACKEND_REPLY" && isOverload(error.details["status"])));

/** Whether the server is known to have ended. It has then lost its prompts, and waiting does not help. */
export const isCrash = (error: unknown): error is PictorError =>
  error instanceof PictorError && error.base === "BACKEND_CRASHED";

/** Whether the request may have been carried out or not: an outage, or a reply that could not be read. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  isOutage(error) ||
  (error instanceof PictorError && error.base === "BACKEND_REPLY" && error.details["status"] === undefined);

/** Whether a server answers, but has no list of prompts. A server that does not answer may still have a prompt. */
export const hasNoList = (error: unknown): boolean =>
  error instanceof PictorError && error.base === "BACKEND_REPLY" && !isOutcomeUnknown(error);

/** System codes of connections that could not be opened. */
const unconnectedCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const systemCodeOf = ({ details, cause }: PictorError): unknown =>
  details["systemCode"] ?? (cause instanceof PictorError ? cause.details["systemCode"] : undefined);

/** Whether it is certain that nothing was sent: no connection was opened, or no token was issued. */
export const isNotSent = (error: unknown): boolean =>
  error instanceof PictorError &&
  (error.base === "AUTH_UNREACHABLE" || unconnectedCodes.has(systemCodeOf(error)));

/** Whether the credentials are missing or refused. Repeated attempts could lock the account. */
export const isCredentialRefusal = (error: unknown): error is PictorError =>
  error instanceof PictorError && error.base.startsWith("AUTH_") && error.base !== "AUTH_UNREACHABLE";
