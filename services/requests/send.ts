// Sends a request: runs `beforeSend`, exchanges, follows redirects, and answers challenges.

import {
  cutText,
  type Redactor,
  fault,
  problemFor,
  type Problem,
  type Hop,
  type OutgoingRequest,
  type Reply,
  type RequestInput,
  type SendOptions,
} from "@pictor/kernel";
import { resolveAuth, type AuthSources } from "./auth-setting.js";
import {
  carriesAuth,
  hasCredentials,
  hasNewCredentials,
  runBeforeSend,
  type RequestSources,
  type PreparedRequest,
} from "./before-send.js";
import {
  namesOfCredentials,
  noCredentials,
  repeatsSecret,
  redactedHeaders,
  redactedUrl,
} from "./credentials.js";
import { codingsOf, DecodedBody, isCoded } from "./content-coding.js";
import { requestFault, type ExchangeFailure } from "./exchange-failure.js";
import { textOfHeader, withSentHeaders } from "./header-text.js";
import { outgoingRequest } from "./outgoing-request.js";
import { maxRedirects, redirectOf } from "./redirect.js";
import type { RequestJars } from "./cookie-jars.js";
import { RequestCookies } from "./request-cookies.js";
import type { Response } from "./exchange.js";
import { flatHeaders, ReceivedReply, shownHeaders } from "./received-reply.js";
import type { Transport } from "./transport.js";

/** Milliseconds until the headers of the reply, if the caller gives no timeout. */
export const defaultTimeoutMs = 300_000;

function hopOf({ request, credentials, covers }: PreparedRequest, status: number, redactor: Redactor): Hop {
  const added = namesOfCredentials(request, credentials).map(redactor.text);
  return {
    method: request.method,
    url: redactedUrl(request.url, credentials, redactor),
    status,
    sentHeaders: redactedHeaders(request.headers, credentials, redactor),
    ...(added.length > 0 && { added }),
    ...(covers.length > 0 && { covers: covers.map(redactor.text) }),
  };
}

/**
 * Whether a 401 can be answered: the scheme declares `challenge` and has not answered too many of them, and the body
 * can be sent again.
 */
export function canAnswerChallenge(request: OutgoingRequest, auth: AuthSources, answered: number): boolean {
  if (!carriesAuth(request) || request.body?.replayable === false) return false;
  const scheme = auth.scheme(request.auth.type);
  return scheme?.challenge === true && answered < scheme.maxChallenges;
}

/** One attempt to send: the request before and after `beforeSend`. */
interface Attempt {
  readonly request: OutgoingRequest;
  readonly prepared: PreparedRequest;
  /** Whether `beforeSend` runs for the request; not after a redirect to another origin. */
  readonly runsHook: boolean;
  /** How many challenges were answered; the scheme says how many it answers. */
  readonly answeredChallenges: number;
  /** The cookies that replies have set. They are added after `request`, so that each hop gets those that are its own. */
  readonly cookies: RequestCookies;
}

/** `jars` has the cookies that are kept from one request of a person to the next. Default: none. */
export function createSend(sources: RequestSources, transport: Transport, jars?: Pick<RequestJars, "open">) {
  const { auth, redactor, userAgent } = sources;

  const toError =
    ({ request, credentials }: PreparedRequest) =>
    (failure: ExchangeFailure) =>
      requestFault(
        failure,
        { method: request.method, url: redactedUrl(request.url, credentials, redactor) },
        redactor.text,
      );

  const exchange = (prepared: PreparedRequest, options: SendOptions): Promise<Response> =>
    transport.exchange(
      withSentHeaders(prepared.request, prepared.credentials),
      { timeoutMs: defaultTimeoutMs, ...options },
      toError(prepared),
    );

  /** The body after decompression, or as it came with a note if its coding is not known. */
  const decoded = (
    response: Response,
    prepared: PreparedRequest,
    { maxBytes }: SendOptions,
    addNotes: (notes: readonly Problem[]) => void,
  ): Response["body"] => {
    const { codings, unknown } = codingsOf(response, prepared.request.method);
    if (unknown !== undefined) {
      const url = redactedUrl(prepared.request.url, prepared.credentials, redactor);
      const coding = cutText(redactor.text(textOfHeader(unknown)), 60);
      addNotes([problemFor(fault("REQUEST_CODING_UNKNOWN", { url, coding }))]);
    }
    if (codings.length === 0) return response.body;
    const type = response.headers["content-type"];
    const contentType = type === undefined ? undefined : String(type);
    return new DecodedBody(response.body, { codings, maxBytes, contentType, toError: toError(prepared) });
  };

  /**
   * After a 401, runs `beforeSend` with the challenge if the scheme answers challenges. Returns undefined if that adds no
   * other credentials; the notes of the run are kept in any case.
   */
  const afterChallenge = async (
    attempt: Attempt,
    response: Response,
    addNotes: (notes: readonly Problem[]) => void,
    signal: AbortSignal | undefined,
  ): Promise<Attempt | undefined> => {
    const { request, prepared, answeredChallenges, cookies } = attempt;
    if (!canAnswerChallenge(request, auth, answeredChallenges)) return undefined;
    const challenge = { status: 401, headers: flatHeaders(response) };
    try {
      const next = await runBeforeSend(
        cookies.addTo(request),
        { reason: "challenge", challenge, isRefusal: hasCredentials(prepared) },
        signal,
        sources,
      );
      addNotes(next.notes);
      if (!hasNewCredentials(prepared, next)) return undefined;
      response.body.discard();
      return { ...attempt, prepared: next, answeredChallenges: answeredChallenges + 1 };
    } catch (error) {
      response.body.discard();
      throw error;
    }
  };

  /** After a 3xx, prepares the request to the target. Throws `REQUEST_REDIRECT` for a redirect that must not be followed. */
  const afterRedirect = async (
    { request, prepared, runsHook, cookies }: Attempt,
    response: Response,
    hops: readonly Hop[],
    input: RequestInput,
    signal: AbortSignal | undefined,
  ): Promise<Attempt | undefined> => {
    const { location } = shownHeaders(response);
    const redirect = redirectOf(
      request,
      { status: response.statusCode, location },
      prepared.credentials,
      redactor,
      input,
    );
    if (redirect.kind === "none") return undefined;
    response.body.discard();
    const refused = (target: string, reason: string) => {
      const url = hops.at(-1)?.url ?? "";
      const shown = repeatsSecret(target, redactor) ? "another address" : target;
      return fault(
        "REQUEST_REDIRECT",
        { method: request.method, url, target: shown, reason },
        { more: { status: response.statusCode } },
      );
    };
    if (redirect.kind === "refused") throw refused(redirect.target, redirect.reason);
    const target = redirect.request.url.split("?", 1)[0] ?? "";
    const { redirect: policy } = input;
    if (policy === "error") throw refused(target, "which this request does not follow");
    if (policy === "same-origin" && new URL(target).origin !== new URL(request.url).origin)
      throw refused(target, "which is another origin");
    if (hops.length > maxRedirects) throw refused(target, `after ${maxRedirects} redirects`);
    const runsNext = runsHook && redirect.runsHook;
    const withCookies = cookies.addTo(redirect.request);
    return {
      // Each target may ask with a challenge of its own, such as another realm or nonce of Digest.
      request: redirect.request,
      runsHook: runsNext,
      answeredChallenges: 0,
      cookies,
      prepared: runsNext
        ? await runBeforeSend(withCookies, { reason: "redirect" }, signal, sources)
        : { request: withCookies, credentials: noCredentials, notes: [], covers: [] },
    };
  };

  return async function send(input: RequestInput, options: SendOptions = {}): Promise<Reply> {
    const { signal } = options;
    signal?.throwIfAborted();
    const { purpose = "user", keptCookies = true } = input;
    const request = outgoingRequest(input, purpose, await resolveAuth(input, auth), userAgent);
    const opening = purpose === "user" && keptCookies ? jars?.open() : undefined;
    const kept = opening && (await opening);
    const cookies = new RequestCookies(kept?.cookies);
    const prepared = await runBeforeSend(cookies.addTo(request), { reason: "first" }, signal, sources);
    let attempt: Attempt | undefined = { request, prepared, cookies, runsHook: true, answeredChallenges: 0 };
    const hops: Hop[] = [];
    const notes: Problem[] = [];
    // Each run of the hook reports the same problems again.
    const addNotes = (more: readonly Problem[]): void => {
      for (const note of more)
        if (!notes.some(({ code, message }) => code === note.code && message === note.message))
          notes.push(note);
    };

    for (;;) {
      const { prepared } = attempt;
      addNotes(prepared.notes);
      const response = await exchange(prepared, options);
      const { statusCode } = response;
      hops.push(hopOf(prepared, statusCode, redactor));
      const header = response.headers["set-cookie"];
      if (header !== undefined) {
        const set = { url: attempt.request.url, header };
        cookies.take(set);
        if (kept !== undefined) addNotes(await kept.save(set));
      }
      if (statusCode === 401) attempt = await afterChallenge(attempt, response, addNotes, signal);
      else if (statusCode >= 300 && statusCode < 400)
        attempt = await afterRedirect(attempt, response, hops, input, signal);
      else attempt = undefined;
      if (attempt !== undefined) continue;
      const isRaw = input.compressed === false || !isCoded(response.headers);
      const body = isRaw ? response.body : decoded(response, prepared, options, addNotes);
      return new ReceivedReply(response, body, hops, notes);
    }
  };
}
