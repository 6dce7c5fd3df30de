// Classifies errors of a member: whether they are temporary, and whether the request may have arrived. Pure.

import { PictorError } from "@pictor/kernel/plugin";

const unanswered: ReadonlySet<string> = new Set([
  "BACKEND_UNREACHABLE",
  "REQUEST_TIMEOUT",
  "AUTH_UNREACHABLE",
]);

const isOverload = (status: unknown): boolean =>
  status === 429 || (typeof status === "number" && status >= 500);

/** Whether the same request can succeed later: there was no answer, or an answer of 429 or 5xx. */
export const isOutage = (error: unknown): error is PictorError =>
  error instanceof PictorError &&
  (unanswered.has(error.base) || (error.base === "BACKEND_REPLY" && isOverload(error.details["status"])));

/** Whether the server of the member has ended, and its prompts with it. */
export const isCrash = (error: unknown): error is PictorError =>
  error instanceof PictorError && error.base === "BACKEND_CRASHED";

/** Whether the request may have been carried out or not: an outage, or a reply that could not be read. */
export const isOutcomeUnknown = (error: unknown): error is PictorError =>
  isOutage(error) ||
  (error instanceof PictorError && error.base === "BACKEND_REPLY" && error.details["status"] === undefined);

/** System codes of connections that could not be opened. */
const unconnected: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Whether it is certain that nothing was sent: no connection was opened, or no token was issued. */
export const isNotSent = ({ base, cause, details }: PictorError): boolean =>
  base === "AUTH_UNREACHABLE" ||
  unconnected.has(
    details["systemCode"] ?? (cause instanceof PictorError ? cause.details["systemCode"] : undefined),
  );

/** Whether the server has refused the graph, so that nothing was queued. */
export const isRefusal = (error: unknown): error is PictorError =>
  error instanceof PictorError && error.base === "BACKEND_REFUSED_GRAPH";
