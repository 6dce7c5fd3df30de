// HTTP Digest authentication (RFC 7616): when a request is signed, with which nonce, and what the setting says of itself.

import { createHash, randomBytes } from "node:crypto";
import { fault, setHeader } from "@pictor/kernel/plugin";
import type { AuthSetting, AuthStatus, OutgoingRequest, SendContext } from "@pictor/kernel/plugin";
import { authorization, type Credentials, type Protection } from "./authorization.js";
import { parseChallenges } from "./challenges.js";
import { chooseOffer, type Offer } from "./offer.js";
import { createSessions } from "./sessions.js";

type Field = keyof Credentials;
type Context = Pick<SendContext, "challenge" | "report" | "signal">;

const invalid = (field: Field, problem: string) =>
  fault("AUTH_SETTING_INVALID", { where: `digest.${field}`, problem });

/** A field as it is hashed: composed, as bytes of UTF-8 (RFC 7616 section 4), never trimmed. */
function bytesOf({ settings }: AuthSetting, field: Field): string {
  const value = settings[field] ?? "";
  if (typeof value !== "string") throw invalid(field, "it is not a text");
  if (/\p{Cc}/u.test(value)) throw invalid(field, "it holds a line break or another control character");
  if (/\p{Surrogate}/u.test(value)) throw invalid(field, "it holds half of a character");
  return Buffer.from(value.normalize("NFC"), "utf8").toString("latin1");
}

/** Of REST and sockets alike: a handshake is a request (RFC 6455 section 4.1). */
const httpUrl = (url: string): URL => new URL(url.replace(/^ws/i, "http"));

/** A hash, so that no password is kept longer than its setting. */
const accountOf = ({ origin }: URL, { username, password }: Credentials): string =>
  createHash("sha256")
    .update(JSON.stringify([origin, username, password]))
    .digest("base64");

/** `auth` where the server takes it: `auth-int` reads the body once more. Undefined when only that is left and cannot be. */
async function protectionOf(
  { qops, hash }: Offer,
  { body }: OutgoingRequest,
  signal: AbortSignal,
): Promise<Protection | undefined> {
  if (qops === undefined) return { qop: undefined };
  if (qops.includes("auth")) return { qop: "auth" };
  if (body?.replayable === false) return undefined;
  const content = createHash(hash);
  for await (const chunk of body?.open() ?? []) {
    signal.throwIfAborted();
    content.update(chunk);
  }
  return { qop: "auth-int", bodyHash: content.digest("hex") };
}

/** What the reply offers; that there is nothing to answer is reported. */
function offerIn(headers: Readonly<Record<string, string>>, { origin }: URL, report: Context["report"]) {
  const offer = chooseOffer(parseChallenges(headers["www-authenticate"] ?? ""));
  if (offer === undefined) {
    report({
      code: "AUTH_CHALLENGE_UNANSWERED",
      message: `${origin} asks for credentials, but not in a form of Digest that is known here.`,
      hint: "Choose the auth type that the service names in its documentation.",
    });
  }
  return offer;
}

/**
 * Makes the handler, which keeps nonces. A request goes out as it is until the server asks, is then signed with the
 * server's nonce, and so are the later ones. What cannot be answered is left alone: the reply stays a 401. Throws
 * `AUTH_NOT_CONFIGURED` without a user name, and `AUTH_SETTING_INVALID`.
 */
export function createAddDigest(createCnonce = () => randomBytes(18).toString("base64url")) {
  const sessions = createSessions(createCnonce);

  function sessionFor(request: OutgoingRequest, url: URL, credentials: Credentials, context: Context) {
    const account = accountOf(url, credentials);
    if (context.challenge === undefined) return sessions.ahead(account, url);
    const offer = offerIn(context.challenge.headers, url, context.report);
    return offer && sessions.answer(account, offer, request.id);
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
    const { offer, cnonce } = session;
    const protection = await protectionOf(offer, request, context.signal);
    if (protection === undefined) return undefined;
    const uri = url.pathname + url.search;
    const subject = { method: request.method, uri, cnonce, count: session.next(request.id) };
    const value = authorization(offer, { username, password }, subject, protection);
    return setHeader(request, "Authorization", value);
  };
}

/** `missing` without a user name; the password may be empty. */
export const status = ({ settings }: AuthSetting): AuthStatus =>
  (settings["username"] ?? "") === "" ? { state: "missing", fields: ["username"] } : { state: "ready" };
