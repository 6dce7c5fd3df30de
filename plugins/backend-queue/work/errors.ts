// What errors of a server, of Redis and of the store mean for a worker. Pure.

import {
  PictorError,
  reasonOf,
  type GraphProblem,
  type NodeError,
  type Problem,
} from "@pictor/kernel/plugin";

const unanswered: ReadonlySet<string> = new Set([
  "BACKEND_UNREACHABLE",
  "REQUEST_TIMEOUT",
  "REQUEST_FAILED",
  "AUTH_UNREACHABLE",
]);
const unconnected: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const isOverload = (status: unknown): boolean =>
  status === 429 || (typeof status === "number" && status >= 500);

/** Whether the same request can succeed later. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof PictorError &&
  (unanswered.has(error.base) ||
    (error.base === "BACKEND_REPLY" &&
      (error.details["status"] === undefined || isOverload(error.details["status"]))));

/** Whether the server is known to have ended, and its prompts with it. */
export const isCrash = (error: unknown): boolean =>
  error instanceof PictorError && error.base === "BACKEND_CRASHED";

/** Whether the credentials for the server are missing or refused, which is not the fault of a prompt. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof PictorError && error.base.startsWith("AUTH_");

/** Whether it is certain that the server has received nothing. */
export function isNotSent(error: unknown): boolean {
  if (!(error instanceof PictorError)) return false;
  const { details, cause } = error;
  const code =
    details["systemCode"] ?? (cause instanceof PictorError ? cause.details["systemCode"] : undefined);
  return isRefusal(error) || unconnected.has(code);
}

/** What is shown for a prompt that a server did not accept. */
export function refusalOf(error: unknown): NodeError {
  const problems =
    error instanceof PictorError && error.base === "BACKEND_REFUSED_GRAPH"
      ? ((error.details["problems"] ?? []) as readonly GraphProblem[])
      : [];
  const [first] = problems;
  const exception = error instanceof PictorError ? error.code : "Error";
  if (first === undefined) return { exception, message: reasonOf(error) };
  const message = problems.map(
    (one) => `${one.node}${one.input === undefined ? "" : `.${one.input}`}: ${one.message}`,
  );
  return { node: first.node, classType: first.classType, exception, message: message.join("; ") };
}

/** An error in the form of a warning. */
export const problemOf = ({ code, what, hint }: PictorError): Problem => ({ code, message: what, hint });
