// Distinguishes successful responses, error responses (RFC 6749 section 5.2) and invalid replies.

import { parseChallenges } from "@pictor/kernel/plugin";
import { plainText } from "../plain-text.js";
import { withStandardNames, wrapperOf } from "./member-names.js";
import { membersOf, parseBody, type Members } from "./parse-body.js";
import { htmlTitle, readProviderError, type ProviderErrorKind } from "./provider-error.js";
import type { ProviderReply } from "./send-to-provider.js";

/** An error response. Its texts come from the provider unchanged, so `plainText` must be applied before they are shown. */
export interface ErrorResponse {
  readonly kind: "error";
  readonly status: number;
  /** The error code; undefined if the provider sent none. */
  readonly error: string | undefined;
  readonly means: ProviderErrorKind;
  /** The provider's own words; empty if there are none. */
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

const textOf = (members: Members, name: string): string => {
  const value = members.get(name);
  return typeof value === "string" ? value : "";
};

/**
 * A parameter of WWW-Authenticate (RFC 6750 section 3): of the first challenge that has it. Parameters to which the
 * server names no scheme are read as those of Bearer.
 */
const challengeParameter = ({ headers }: ProviderReply, name: string): string =>
  parseChallenges(`Bearer ${headers["www-authenticate"] ?? ""}`)
    .map(({ parameters }) => parameters.get(name))
    .find((value) => value !== undefined) ?? "";

/** The error response that a reply is; its code and words may be empty. */
function errorResponse(reply: ProviderReply, members: Members): ErrorResponse {
  const { status, headers } = reply;
  const text = members.size > 0 ? "" : new TextDecoder().decode(reply.body);
  const challenge = {
    error: status >= 400 ? challengeParameter(reply, "error") : "",
    description: challengeParameter(reply, "error_description"),
  };
  const { code, words, kind } = readProviderError(status, { members, text }, challenge);
  return {
    kind: "error",
    status,
    error: code,
    description: words,
    means: kind,
    uri: textOf(members, "error_uri"),
    retryAfter: headers["retry-after"],
  };
}

/** Statuses of a server that has no endpoint at this address, and of a page in place of a reply. */
const notFound: ReadonlySet<number> = new Set([404, 405, 410]);

/**
 * Why a reply with a status of 400 or more is not an error response: it comes from something else than an endpoint of OAuth. An
 * empty body is one, because some servers refuse with status 400 and nothing else.
 */
function wrongPlace(
  { status, body }: ProviderReply,
  { error, means, description }: ErrorResponse,
): string | undefined {
  const isMeant = means !== "other" || (error !== undefined && !notFound.has(status));
  if (isMeant || status === 401 || status === 403 || status >= 428) return undefined;
  const isPage = htmlTitle(new TextDecoder().decode(body)) !== undefined;
  if (!isPage && !notFound.has(status)) return undefined;
  const said = plainText(description, 2_000).replace(/\.$/, "");
  return `it is ${isPage ? "an HTML page" : "no response of an OAuth endpoint"}${said === "" ? "" : ` ("${said}")`}`;
}

const isInvalid = (value: object): value is InvalidReply => "kind" in value && value.kind === "invalid";

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
  const outer = textOf(body.members, "error") === "" ? members : body.members;
  if (status >= 400 || textOf(outer, "error") !== "") {
    const error = errorResponse(reply, outer);
    const problem = wrongPlace(reply, error);
    return problem === undefined ? error : invalid(problem);
  }
  if (body.problem !== undefined) return invalid(body.problem);
  if (status < 200) return invalid("it is not a final response");
  const notes = [...body.notes];
  if (wrapped !== undefined)
    notes.push("The response was nested and was read from the member that wrappedResponse names.");
  if (status !== 200)
    notes.push(`The provider answered with status ${status} instead of 200 (RFC 6749 section 5.1).`);
  return { kind: "success", status, members: withStandardNames(members, notes), notes };
}

/**
 * Whether a text, such as the `"message": "success"` that some providers put beside each response, says nothing about
 * an error.
 */
const saysNoError = (text: string | undefined): boolean =>
  text === undefined || /^(?:|ok|okay|success|succeeded|successful|true)[.!]?$/i.test(text);

/**
 * Like `readReply`, but passes a successful response to `read`. A response that `read` cannot use is an error response if the
 * provider says anything about an error in it: some refuse with status 200.
 */
export function readSuccess<Value extends object>(
  reply: ProviderReply,
  wrappedResponse: string,
  read: (response: SuccessfulResponse) => Value,
): Value | ErrorResponse | InvalidReply {
  const response = readReply(reply, wrappedResponse);
  if (response.kind !== "success") return response;
  const value = read(response);
  if (!isInvalid(value)) return value;
  const wrapper = wrapperOf(response.members);
  if (wrapper !== undefined) {
    // A word, and nothing that could be a secret.
    const name = /^[a-z_]{1,20}$/i.test(wrapper) ? `: ${wrapper}` : "";
    return { ...value, problem: `it is nested, which requires the setting wrappedResponse${name}` };
  }
  const error = errorResponse(reply, response.members);
  return saysNoError(error.error) && saysNoError(error.description) ? value : error;
}
