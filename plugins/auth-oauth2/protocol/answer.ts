// The first look at a reply: an answer, a refusal with its code (RFC 6749 section 5.2), or nothing that can be used.

import { member, membersOf, parseBody } from "./reply-body.js";
import type { Members, ParsedBody } from "./reply-body.js";
import type { RawReply } from "./wire.js";

/** What the provider says no with. Texts are as they came; showing them is the errors' business. */
export interface Refusal {
  readonly kind: "refusal";
  readonly status: number;
  /** Undefined where the provider gives none. */
  readonly error: string | undefined;
  readonly description: string;
  readonly uri: string;
  /** The header Retry-After. */
  readonly retryAfter: string | undefined;
}

export interface Unusable {
  readonly kind: "unusable";
  readonly status: number;
  readonly problem: string;
}

export interface Answer {
  readonly kind: "answer";
  readonly members: Members;
  readonly notes: readonly string[];
}

/** Statuses that say enough without any code: not allowed, and not now. */
const tellingStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

const textOf = (members: Members, name: string): string => {
  const value = member(members, name);
  return typeof value === "string" ? value : "";
};

/** A quoted parameter of WWW-Authenticate (RFC 6750 section 3). */
const challengeParameter = ({ headers }: RawReply, name: string): string =>
  new RegExp(`\\b${name}="((?:[^"\\\\]|\\\\.)*)"`).exec(headers["www-authenticate"] ?? "")?.[1] ?? "";

function refusalOf(reply: RawReply, members: Members): Refusal | undefined {
  const inBody = textOf(members, "error");
  const error = inBody === "" && reply.status >= 400 ? challengeParameter(reply, "error") : inBody;
  if (error === "" && !tellingStatuses.has(reply.status)) return undefined;
  const described = textOf(members, "error_description");
  return {
    kind: "refusal",
    status: reply.status,
    error: error === "" ? undefined : error,
    description: described === "" ? challengeParameter(reply, "error_description") : described,
    uri: textOf(members, "error_uri"),
    retryAfter: reply.headers["retry-after"],
  };
}

const membersIn = (body: ParsedBody): Members => (body.kind === "members" ? body.members : {});

/** What stands under `wrapper`, when the setting names one and the answer has it. */
function unwrapped(parsed: ParsedBody, wrapper: string): ParsedBody {
  if (parsed.kind === "unreadable" || wrapper === "") return parsed;
  const inner = membersOf(parsed.members, wrapper);
  if (inner === undefined) return parsed;
  const notes = [...parsed.notes, "The answer was nested, and taken out as wrappedResponse says."];
  return { kind: "members", members: inner, notes };
}

/**
 * Reads a reply of any status and content type. An `error` is one under every status, 200 too; a redirect never is an
 * answer; a reply with a status from 400 up never is one either.
 */
export function readAnswer(reply: RawReply, wrapper: string): Answer | Refusal | Unusable {
  const { status } = reply;
  if (status >= 300 && status < 400) {
    return { kind: "unusable", status, problem: "a redirect, which is not followed" };
  }
  const outer = parseBody(reply);
  const body = unwrapped(outer, wrapper);
  // With a wrapper, errors come both inside and outside of it.
  const outside = membersIn(outer);
  const refusal = refusalOf(reply, textOf(outside, "error") === "" ? membersIn(body) : outside);
  if (refusal !== undefined) return refusal;
  if (body.kind === "unreadable") return { kind: "unusable", status, problem: body.problem };
  if (status < 200 || status >= 300) {
    return { kind: "unusable", status, problem: "there is no error code in it (RFC 6749 section 5.2)" };
  }
  const unusual =
    status === 200
      ? []
      : [`The provider answered with status ${status} instead of 200 (RFC 6749 section 5.1).`];
  return { kind: "answer", members: body.members, notes: [...body.notes, ...unusual] };
}
