// Errors as problem documents (RFC 9457), with the codes of Pictor.

import { errorToJson, type PictorError, type Redact } from "@pictor/host";
import type { ProblemDocument } from "@pictor/client";
import { errorOf, statusOf } from "../contract/faults.js";
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

const maxTextLength = 2_000;

/** A caller's own text comes back in several members of a problem: a long one would make a reply of several times its size. */
const bounded = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength)}... (${text.length} characters)` : text;

/** Converts an error to a problem document, which contains neither a stack nor a secret, and of a long text only the beginning. */
export function problemOf(error: PictorError, redact: Redact): ProblemDocument {
  const { code, what, hint, details = {} } = errorToJson(error, (text) => bounded(redact(text)));
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

export const problemResponse = (
  thrown: unknown,
  redact: Redact,
  headers: Readonly<Record<string, string>> = {},
): Response => {
  const problem = problemOf(errorOf(thrown), redact);
  return textResponse(JSON.stringify(problem), {
    status: problem.status,
    headers: { "Content-Type": "application/problem+json", ...headers },
  });
};
