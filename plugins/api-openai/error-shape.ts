// Errors in the shape of OpenAI, with the sentences and codes of Pictor.

/** What an error of Pictor and a problem document of its local API have in common. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  /** What happened, and what to do. */
  readonly detail: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface OpenAiError {
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly code: string;
    readonly param: string | null;
  };
}

function typeOf(status: number): string {
  if (status === 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

/** The parameters of OpenAI, by the members of a job and the settings to which they are mapped. */
const parameters = new Map([
  ["count", "n"],
  ["width", "size"],
  ["height", "size"],
  ["negative", "negative_prompt"],
  ["model", "checkpoint"],
  ["workflow", "model"],
]);

/** The parameter that a fault is about: it names it itself, or the setting, or the place of the value. */
function paramOf(details: Readonly<Record<string, unknown>> = {}): string | null {
  const { param, setting, pointer } = details;
  if (typeof param === "string") return param;
  const place = typeof pointer === "string" ? /^#\/(?:params\/)?([^/]+)/.exec(pointer)?.[1] : undefined;
  const name = typeof setting === "string" ? setting : place;
  return name === undefined ? null : (parameters.get(name) ?? name);
}

export const asOpenAiError = ({ status, code, detail, details }: Failure): OpenAiError => ({
  error: { message: detail, type: typeOf(status), code, param: paramOf(details) },
});

/** A refusal that tells when to try again came before anything was submitted. */
const retryHeaders = ({ status, details = {} }: Failure): Readonly<Record<string, string>> =>
  status === 429 && typeof details["seconds"] === "number"
    ? { "Retry-After": String(details["seconds"]) }
    : { "x-should-retry": "false" };

/**
 * The response for a failure. OpenAI's clients repeat a request that has failed with a status of 500 or more, which would run a
 * failed job twice again; with the header they do not.
 */
export const failureResponse = (failure: Failure): Response =>
  Response.json(asOpenAiError(failure), { status: failure.status, headers: retryHeaders(failure) });
