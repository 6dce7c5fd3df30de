// Errors as problem documents (RFC 9457), with the codes of Pictor.

import { errorToJson, type Redact } from "@pictor/host";
import { errorOf, type PictorError } from "@pictor/kernel";
import type { ProblemDocument } from "@pictor/client";
import { statusOf } from "../contract/faults.js";
import { textResponse } from "./write-response.js";

/** Further problems of the same request, if several were found. */
function alsoOf(details: Readonly<Record<string, unknown>>): ProblemDocument["also"] {
  const problems = details["problems"];
  if (!Array.isArray(problems)) return undefined;
  return problems.slice(1).flatMap((problem: unknown) => {
    if (typeof problem !== "object" || problem === null) return [];
    const { pointer, message, expected, found } = problem as Readonly<Record<string, unknown>>;
    const place = typeof pointer === "string" ? { pointer } : {};
    if (typeof message === "string") return [{ ...place, message }];
    return [{ ...place, message: `expected ${String(expected)}, found ${String(found)}` }];
  });
}

/** Converts an error to a problem document, which contains neither a stack nor a secret. */
export function problemOf(error: PictorError, redact: Redact): ProblemDocument {
  const { code, what, hint, details = {} } = errorToJson(error, redact);
  const also = alsoOf(details);
  return {
    type: `urn:pictor:error:${code}`,
    title: what,
    status: statusOf(error),
    detail: hint === "" ? what : `${what} ${hint}`,
    code,
    class: error.class,
    ...(hint !== "" && { hint }),
    ...(Object.keys(details).length > 0 && { details: { ...details } }),
    ...(also !== undefined && also.length > 0 && { also }),
  };
}

/**
 * When to repeat a refused request (RFC 9110, section 10.2.3), as headers of the reply; empty if the error does not say
 * when.
 */
export const retryHeaders = ({
  status,
  details,
}: Pick<ProblemDocument, "status" | "details">): Readonly<Record<string, string>> => {
  const seconds = details?.["seconds"];
  return status === 429 && typeof seconds === "number" ? { "Retry-After": String(seconds) } : {};
};

export const problemResponse = (
  thrown: unknown,
  redact: Redact,
  headers: Readonly<Record<string, string>> = {},
): Response => {
  const problem = problemOf(errorOf(thrown), redact);
  return textResponse(JSON.stringify(problem), {
    status: problem.status,
    headers: { "Content-Type": "application/problem+json", ...retryHeaders(problem), ...headers },
  });
};
