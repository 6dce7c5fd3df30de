// HTTP Digest authentication (RFC 7616): signs requests, and reports whether a setting is complete.

import { createHash, randomBytes } from "node:crypto";
import {
  digestOf,
  fault,
  httpUrl,
  parseChallenges,
  readBody,
  requestTarget,
  setHeader,
} from "@pictor/kernel/plugin";
import type { AuthSetting, AuthStatus, OutgoingRequest, SendContext } from "@pictor/kernel/plugin";
import { authorizationHeader, type Credentials, type Protection } from "./authorization-header.js";
import { chooseChallenge, type DigestChallenge } from "./digest-challenge.js";
import { createSessions } from "./sessions.js";

type Field = keyof Credentials;
type Context = Pick<SendContext, "challenge" | "report" | "signal"> & Partial<Pick<SendContext, "reason">>;

const invalid = (field: Field, problem: string) =>
  fault("AUTH_SETTING_INVALID", { where: `digest.${field}`, problem });

/** A field's UTF-8 bytes as they are hashed: normalized to NFC (RFC 7616 section 4), never trimmed. */
function bytesOf({ settings }: AuthSetting, field: Field): string {
  const value = settings[field] ?? "";
  if (typeof value !== "string") throw invalid(field, "it is not a string");
  if (/\p{Cc}/u.test(value)) throw invalid(field, "it contains a line break or another control character");
  if (/\p{Surrogate}/u.test(value))
    throw invalid(field, "it contains half of a character (a lone surrogate)");
  return Buffer.from(value.normalize("NFC"), "utf8").toString("latin1");
}

/** Identifies an account by a hash, so that the password is not kept in memory. */
const accountOf = ({ origin }: URL, { username, password }: Credentials): string =>
  digestOf(JSON.stringify([origin, username, password]));

/**
 * Prefers `auth`, because `auth-int` reads the body once more. Undefined if only `auth-int` is offered and the body is not
 * replayable.
 */
async function protectionOf(
  { qops, hash }: DigestChallenge,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<Protection | undefined> {
  if (qops === undefined) return { qop: undefined };
  if (qops.includes("auth")) return { qop: "auth" };
  if (request.body?.replayable === false) return undefined;
  const content = createHash(hash);
  for await (const chunk of readBody(request, signal)) content.update(chunk);
  return { qop: "auth-int", bodyHash: content.digest("hex") };
}

/** The challenge to use, from the headers of a 401 reply; reports a problem if none is supported. */
function challengeIn(headers: Readonly<Record<string, string>>, { origin }: URL, report: Context["report"]) {
  const challenge = chooseChallenge(parseChallenges(headers["www-authenticate"] ?? ""));
  if (challenge === undefined) {
    report({
      code: "AUTH_CHALLENGE_UNANSWERED",
      message: `${origin} asks for credentials, but offers no form of Digest that Pictor supports.`,
      hint: "Choose the auth type that the service names in its documentation.",
    });
  }
  return challenge;
}

/**
 * Creates the handler of `beforeSend`. The first request is sent unsigned; after the server's challenge it is signed with the
 * server's nonce, and so are later requests. If no challenge is supported, the request is not changed and the reply stays a
 * 401. Throws `AUTH_NOT_CONFIGURED` without a user name, and `AUTH_SETTING_INVALID`.
 */
export function createAddDigest(createCnonce = () => randomBytes(18).toString("base64url")) {
  const sessions = createSessions(createCnonce);

  function sessionFor(request: OutgoingRequest, url: URL, credentials: Credentials, context: Context) {
    const account = accountOf(url, credentials);
    // A redirect within the origin shows that the server has accepted the credentials.
    const isAccepted = context.reason === "redirect";
    if (context.challenge === undefined) return sessions.preemptive(account, url, isAccepted);
    const challenge = challengeIn(context.challenge.headers, url, context.report);
    return challenge && sessions.challenged(account, challenge, request.id);
  }

  return async function addDigest(
    request: OutgoingRequest,
    context: Context,
  ): Promise<OutgoingRequest | undefined> {
    const username = bytesOf(request.auth, "username");
    const password = bytesOf(request.auth, "password");
    if (username === "") throw fault("AUTH_NOT_CONFIGURED", { where: "digest", fields: "username" });
    const url = httpUrl(request.url);
    const session = sessionFor(request, url, { username, password }, context);
    if (session === undefined) return undefined;
    const { challenge, cnonce } = session;
    const protection = await protectionOf(challenge, request, context.signal);
    if (protection === undefined) return undefined;
    const uri = requestTarget(url);
    const signed = { method: request.method, uri, cnonce, nonceCount: session.nextCount(request.id) };
    const value = authorizationHeader(challenge, { username, password }, signed, protection);
    return setHeader(request, "Authorization", value);
  };
}

/** The status is `missing` without a user name; the password may be empty. */
export const status = ({ settings }: AuthSetting): AuthStatus =>
  (settings["username"] ?? "") === "" ? { state: "missing", fields: ["username"] } : { state: "ready" };
