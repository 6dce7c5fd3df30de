// Reads an access token response (RFC 6749 section 5.1) as providers really send it.

import { isString } from "@pictor/kernel/plugin";
import { endpointProblem } from "../endpoint-url.js";
import { plainAscii } from "../plain-text.js";
import { isMilliseconds } from "./lifetime-unit.js";
import { withCamelCase } from "./member-names.js";
import { isPrintable, lifetimeS, printableText, readMember, type ParseMember } from "./member-values.js";
import type { Fields } from "../setting.js";
import type { InvalidReply, SuccessfulResponse } from "./read-reply.js";

export interface TokenReply {
  readonly kind: "token";
  /** The access token. It is not empty, but may contain characters that no header can carry. */
  readonly accessToken: string;
  /** The provider sent an ID token alone, which stands in the place of the access token. */
  readonly isIdToken?: true;
  /** The token type as the provider sent it (printable ASCII, at most 60 characters), or `Bearer` if it sent none. */
  readonly tokenType: string;
  readonly expiresInS: number | undefined;
  /** The granted scope in printable ASCII; undefined if the provider sent none. */
  readonly scope: string | undefined;
  readonly refreshToken: string | undefined;
  /** Where the provider says that tokens are refreshed, which is in no specification. */
  readonly refreshUrl: string | undefined;
  /** The ID token, which has not been verified. */
  readonly idToken: string | undefined;
  /** The type of the issued token (RFC 8693 section 2.2.1). */
  readonly issuedTokenType: string | undefined;
  /** Deviations that were tolerated, as sentences without any secret. */
  readonly notes: readonly string[];
}

const textOf = (value: unknown): string => (isString(value) ? value.trim() : "");

const maxLifetimeS = 10 * 365 * 86_400;

const tokenType: ParseMember<string> = (value) => (isString(value) && plainAscii(value, 60)) || undefined;

/** The granted scopes as one string, although some providers send a list. */
const scope: ParseMember<string> = (value) => {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return texts.every(isString) ? plainAscii(texts.join(" "), 4_000) : undefined;
};

const refreshUrlNames = withCamelCase(["refresh_url", "refresh_token_url"]);

const refreshUrlIn = (members: SuccessfulResponse["members"]): string | undefined =>
  refreshUrlNames
    .map((name) => plainAscii(textOf(members.get(name)), 500))
    .find((address) => endpointProblem(address, false) === undefined);

/** Why a text, which is empty for a member that is missing or no text, is no access token; undefined if it is one. */
function problemOf(accessToken: string, idToken: string): string | undefined {
  if (accessToken === "" && idToken !== "")
    return '"access_token" is missing, and the provider sent an ID token alone. Request a scope of the API too, or set use to id_token';
  if (accessToken === "") return '"access_token" is missing, empty or not a string';
  // A token that a header can carry has no space (RFC 6750 section 2.1). Casdoor has sent the words of errors as the token.
  if (!accessToken.includes(" ") || !isPrintable(accessToken)) return undefined;
  const words = /^error\b/i.test(accessToken) ? ` ("${plainAscii(accessToken, 200)}")` : "";
  return `"access_token" is a text with spaces and no token${words}`;
}

function inSeconds(notes: string[], lifetimeMs: number): number {
  notes.push("The response has its expires_in in milliseconds.");
  return lifetimeMs / 1_000;
}

/** `nowMs` is the present time in milliseconds since 1970; `use` is the token that is attached to requests. */
export function readTokenReply(
  { status, members, notes }: SuccessfulResponse,
  nowMs: number,
  use: Fields["use"],
): TokenReply | InvalidReply {
  const [own, idToken] = [textOf(members.get("access_token")), textOf(members.get("id_token"))];
  const isIdToken = own === "" && idToken !== "" && use === "id_token";
  const sent = members.get(isIdToken ? "id_token" : "access_token");
  const accessToken = isIdToken ? idToken : own;
  const problem = problemOf(accessToken, idToken);
  if (problem !== undefined) return { kind: "invalid", status, problem };
  const allNotes = [...notes];
  if (accessToken !== sent) allNotes.push("Spaces and line ends around the access token were left out.");
  const read = <Value extends string | number>(name: string, parse: ParseMember<Value>) =>
    readMember(allNotes, name, members.get(name), parse);
  return {
    kind: "token",
    accessToken,
    ...(isIdToken && { isIdToken: true as const }),
    // Some providers omit this required member. The parser is given null in its place, so that a missing member is
    // reported as a deviation.
    tokenType:
      readMember(allNotes, "token_type", members.get("token_type") ?? null, tokenType, "Bearer") ?? "Bearer",
    expiresInS: isMilliseconds(members, nowMs)
      ? inSeconds(allNotes, Number(members.get("expires_in")))
      : read(isIdToken ? "id_token_expires_in" : "expires_in", lifetimeS(maxLifetimeS)),
    scope: read("scope", scope) || undefined,
    refreshToken: read("refresh_token", printableText()),
    refreshUrl: refreshUrlIn(members),
    idToken: read("id_token", printableText()),
    issuedTokenType: read("issued_token_type", printableText()),
    notes: allNotes,
  };
}
