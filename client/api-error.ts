// The error of a call: the problem document of the server (RFC 9457).

import type { ProblemDocument } from "./api.gen.js";

/** The server has refused a request. `problem` has the reason and advice. */
export class ApiError extends Error {
  readonly problem: ProblemDocument;
  readonly code: string;
  readonly status: number;

  constructor(problem: ProblemDocument) {
    super(problem.detail);
    this.name = "ApiError";
    this.problem = problem;
    this.code = problem.code;
    this.status = problem.status;
  }
}

const isProblem = (value: unknown): value is ProblemDocument =>
  typeof value === "object" && value !== null && "code" in value && "detail" in value;

/** The error for a reply that is not a success, also for one that a proxy has written. */
export async function apiErrorOf(reply: Response): Promise<ApiError> {
  const body: unknown = await reply.json().catch(() => undefined);
  if (isProblem(body)) return new ApiError(body);
  const { status } = reply;
  const title = `The server replied with the status ${status} and without a problem document`;
  const kind = { code: "HTTP_STATUS", class: "upstream" } as const;
  return new ApiError({ type: "about:blank", title, status, detail: `${title}.`, ...kind });
}
