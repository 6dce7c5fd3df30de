// Distinguishes successful responses, error responses (RFC 6749 section 5.2) and invalid replies.

import { membersOf, parseBody, type Members } from "./parse-body.js";
import type { ProviderReply } from "./send-to-provider.js";

/** An error response. Its texts come from the provider unchanged, so `plainText` must be applied before they are shown. */
export interface ErrorResponse {
  readonly kind: "error";
  readonly status: number;
  /** The error code; undefined if the provider sent none. */
  readonly error: string | undefined;
  readonly description: string;
  readonly uri: string;
  /** The Retry-After header. */
  readonly retryAfter: string | undefined;
}

/** A reply that is neither a successful response nor an error response. */
export interface InvalidReply {
  readonly kind: "invalid";
  readonly status: number;
  readonly problem: string;
}

export interface SuccessfulResponse {
  readonly kind: "success";
  readonly status: number;
  readonly members: Members;
  /** Deviations from the specifications that were tolerated, as sentences. */
  readonly notes: readonly string[];
}

const errorStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Whether a reply is an error response even if it has no error code. Some servers refuse with status 400 and an empty body;
 * status 400 with any other unreadable body rather means that the address is wrong.
 */
const isErrorWithoutCode = ({ status, body }: ProviderReply): boolean =>
  errorStatuses.has(status) ||
  status >= 500 ||
  (status === 400 && new TextDecoder().decode(body).trim() === "");

const textOf = (members: Members, name: string): string => {
  const value = members.get(name);
  return typeof value === "string" ? value : "";
};

/** A quoted parameter of WWW-Authenticate (RFC 6750 section 3). */
const challengeParameter = ({ headers }: ProviderReply, name: string): string =>
  new RegExp(`\\b${name}="((?:[^"\\\\]|\\\\.)*)"`).exec(headers["www-authenticate"] ?? "")?.[1] ?? "";

function errorResponse(reply: ProviderReply, members: Members): ErrorResponse | undefined {
  const inBody = textOf(members, "error");
  const error = inBody === "" && reply.status >= 400 ? challengeParameter(reply, "error") : inBody;
  if (error === "" && !isErrorWithoutCode(reply)) return undefined;
  return {
    kind: "error",
    status: reply.status,
    error: error === "" ? undefined : error,
    description: textOf(members, "error_description") || challengeParameter(reply, "error_description"),
    uri: textOf(members, "error_uri"),
    retryAfter: reply.headers["retry-after"],
  };
}

/**
 * Reads a reply of any status and content type. `wrapper` is the setting `wrappedResponse`. An `error` member makes an
 * error response under every status, also 200. A redirect, and a status of 400 or more, is never a success.
 */
export function readReply(
  reply: ProviderReply,
  wrapper: string,
): SuccessfulResponse | ErrorResponse | InvalidReply {
  const { status } = reply;
  const invalid = (problem: string): InvalidReply => ({ kind: "invalid", status, problem });
  if (status >= 300 && status < 400) return invalid("it is a redirect, and redirects are not followed here");
  const body = parseBody(reply);
  const wrapped = wrapper === "" ? undefined : membersOf(body.members.get(wrapper));
  const members = wrapped ?? body.members;
  // Providers that nest their responses send errors both inside and outside of the wrapper.
  const error = errorResponse(reply, textOf(body.members, "error") === "" ? members : body.members);
  if (error !== undefined) return error;
  if (body.problem !== undefined) return invalid(body.problem);
  if (status < 200 || status >= 300) return invalid("it has no error code (RFC 6749 section 5.2)");
  const notes = [...body.notes];
  if (wrapped !== undefined)
    notes.push("The response was nested and was read from the member that wrappedResponse names.");
  if (status !== 200)
    notes.push(`The provider answered with status ${status} instead of 200 (RFC 6749 section 5.1).`);
  return { kind: "success", status, members, notes };
}

/** Like `readReply`, but passes a successful response to `read`. */
export function readSuccess<Value>(
  reply: ProviderReply,
  wrapper: string,
  read: (response: SuccessfulResponse) => Value,
): Value | ErrorResponse | InvalidReply {
  const response = readReply(reply, wrapper);
  return response.kind === "success" ? read(response) : response;
}
