// From a reply as providers really write it to what RFC 6749 section 5.1 describes, with notes.

import { readAnswer } from "./answer.js";
import type { Refusal, Unusable } from "./answer.js";
import { plainAscii } from "./plain-text.js";
import { member } from "./reply-body.js";
import type { Members } from "./reply-body.js";
import { lifetime, notesOf, present, printable } from "./settled.js";
import type { Settled } from "./settled.js";
import type { RawReply } from "./wire.js";

/** A token answer: `body` is for the protocol library, which still checks that nothing required is missing. */
export interface NormalToken {
  readonly kind: "token";
  readonly body: Members;
  /** As the server wrote it, or `Bearer`; `body` always says Bearer, for the library knows no other. */
  readonly tokenType: string;
  /** Kept out of `body`: a bad one must not cost the access token. */
  readonly idToken: string | undefined;
  readonly notes: readonly string[];
}

const maxScope = 4_000;
const maxLifetimeS = 10 * 365 * 86_400;

function scopeOf(value: unknown): Settled<string> {
  if (value === undefined || value === "") return { value: undefined };
  if (typeof value === "string") return { value: plainAscii(value, maxScope) };
  const isList = Array.isArray(value) && value.every((entry) => typeof entry === "string");
  return isList
    ? { value: plainAscii(value.join(" "), maxScope), note: "scope came as a list instead of a text." }
    : { value: undefined, note: "scope was no text and does not count." };
}

function tokenTypeOf(value: unknown): Settled<string> {
  const text = typeof value === "string" ? plainAscii(value, 60) : "";
  if (text !== "") return { value: text };
  return { value: "Bearer", note: "The provider named no token_type; Bearer is assumed." };
}

function optionalToken(name: string, value: unknown): Settled<string> {
  if (value === undefined) return { value };
  if (typeof value !== "string" || value === "") {
    return { value: undefined, note: `${name} was empty or no text and was left out.` };
  }
  return printable.test(value)
    ? { value }
    : { value: undefined, note: `${name} held more than printable ASCII and was left out.` };
}

/** Whether the answer would be one if `wrappedResponse` were set. */
const isNested = (members: Members): boolean =>
  Object.values(members).some(
    (value) => typeof value === "object" && value !== null && Object.hasOwn(value, "access_token"),
  );

/** `wrapper` is the setting's `wrappedResponse`: nested answers are found by it alone, never by guessing. */
export function normaliseToken(reply: RawReply, wrapper: string): NormalToken | Refusal | Unusable {
  const answer = readAnswer(reply, wrapper);
  if (answer.kind !== "answer") return answer;
  const { members } = answer;
  const accessToken = member(members, "access_token");
  if (accessToken === undefined && isNested(members)) {
    const problem = "its access_token is nested, and taken out with wrappedResponse only";
    return { kind: "unusable", status: reply.status, problem };
  }
  const tokenType = tokenTypeOf(member(members, "token_type"));
  const expiresIn = lifetime(member(members, "expires_in"), maxLifetimeS);
  const scope = scopeOf(member(members, "scope"));
  const refreshToken = optionalToken("refresh_token", member(members, "refresh_token"));
  const idToken = optionalToken("id_token", member(members, "id_token"));
  return {
    kind: "token",
    body: present({
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: expiresIn.value,
      scope: scope.value,
      refresh_token: refreshToken.value,
    }),
    tokenType: tokenType.value ?? "Bearer",
    idToken: idToken.value,
    notes: [...answer.notes, ...notesOf(tokenType, expiresIn, scope, refreshToken, idToken)],
  };
}
