// Sends a request: chain, exchange, redirects, one challenge replay.

import {
  type Redactor,
  fault,
  type Problem,
  type Hop,
  type OutgoingRequest,
  type Reply,
  type RequestInput,
  type SendOptions,
} from "@pictor/kernel";
import { resolveAuth, type AuthSources } from "./auth-setting.js";
import { carriesAuth, isImproved, prepare, type ChainDependencies, type Prepared } from "./before-send.js";
import { noCredentials, repeatsSecret, shownHeaders, shownUrl } from "./credentials.js";
import { requestFault } from "./exchange-failure.js";
import { outgoing } from "./outgoing-request.js";
import { maxRedirects, redirectOf } from "./redirect.js";
import type { Response } from "./exchange.js";
import type { Transport } from "./transport.js";

export interface SendDependencies extends ChainDependencies {
  readonly auth: AuthSources;
  readonly transport: Transport;
}

/** Milliseconds to the reply's headers, when the caller gives none. */
export const defaultTimeoutMs = 300_000;

function flatHeaders({ headers }: Response): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    flat[name] = Array.isArray(value) ? value.join(name === "set-cookie" ? "\n" : ", ") : (value ?? "");
  }
  return flat;
}

const hopOf = ({ request, written }: Prepared, status: number, redactor: Redactor): Hop => ({
  method: request.method,
  url: shownUrl(request.url, written, redactor),
  status,
  sentHeaders: shownHeaders(request.headers, written, redactor),
});

/** A class, because an object literal with getters and closures costs more than the rest of a request's bookkeeping. */
class ReceivedReply implements Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
  readonly hops: readonly Hop[];
  readonly notes: readonly Problem[];
  readonly #body: Response["body"];
  #stream: ReadableStream<Uint8Array> | undefined;

  constructor(response: Response, hops: readonly Hop[], notes: readonly Problem[]) {
    this.status = response.statusCode;
    this.headers = flatHeaders(response);
    this.url = hops.at(-1)?.url ?? "";
    this.hops = hops;
    this.notes = notes;
    this.#body = response.body;
  }

  get body(): ReadableStream<Uint8Array> {
    return (this.#stream ??= this.#body.stream());
  }

  text(): Promise<string> {
    return this.#body.text();
  }

  bytes(): Promise<Uint8Array> {
    return this.#body.bytes();
  }

  discard(): Promise<void> {
    this.#body.discard();
    return Promise.resolve();
  }
}

/** A scheme that declares `challenge` gets one more run after a 401, when the body can be sent again. */
export const mayReplay = (request: OutgoingRequest, auth: AuthSources): boolean =>
  carriesAuth(request) &&
  (request.body?.replayable ?? true) &&
  auth.scheme(request.auth.type)?.challenge === true;

/** One hop: what the chain began with, and what it came to. */
interface Attempt {
  readonly request: OutgoingRequest;
  readonly prepared: Prepared;
  /** False behind a redirect to another origin: from there on nothing is added any more. */
  readonly isChained: boolean;
  /** The one answer to a challenge was given. */
  readonly isAnswered: boolean;
}

export function createSend(dependencies: SendDependencies) {
  const { auth, transport, redactor } = dependencies;

  const exchange = ({ request, written }: Prepared, options: SendOptions): Promise<Response> =>
    transport.exchange(request, { timeoutMs: defaultTimeoutMs, ...options }, (trouble) =>
      requestFault(
        trouble,
        { method: request.method, url: shownUrl(request.url, written, redactor) },
        redactor.text,
      ),
    );

  /**
   * After a 401: the second run of the chain, where the scheme asks for one and comes to other credentials. What it says
   * is told also when it comes to nothing.
   */
  const afterChallenge = async (
    attempt: Attempt,
    response: Response,
    tell: (notes: readonly Problem[]) => void,
    signal: AbortSignal | undefined,
  ): Promise<Attempt | undefined> => {
    const { request, prepared, isAnswered } = attempt;
    if (isAnswered || !mayReplay(request, auth)) return undefined;
    const challenge = { status: 401, headers: flatHeaders(response) };
    try {
      const next = await prepare(request, { reason: "challenge", challenge }, signal, dependencies);
      tell(next.notes);
      if (!isImproved(prepared, next)) return undefined;
      response.body.discard();
      return { ...attempt, prepared: next, isAnswered: true };
    } catch (error) {
      response.body.discard();
      throw error;
    }
  };

  /** After a 3xx: the request to where it leads. Throws `REQUEST_REDIRECT` where it must not be followed. */
  const afterRedirect = async (
    { request, prepared, isChained, isAnswered }: Attempt,
    response: Response,
    hops: readonly Hop[],
    { redirect: policy }: RequestInput,
    signal: AbortSignal | undefined,
  ): Promise<Attempt | undefined> => {
    const { location } = flatHeaders(response);
    const redirect = redirectOf(
      request,
      { status: response.statusCode, location },
      prepared.written,
      redactor,
    );
    if (redirect.kind === "none") return undefined;
    response.body.discard();
    const refused = (target: string, reason: string) => {
      const url = hops.at(-1)?.url ?? "";
      return fault("REQUEST_REDIRECT", {
        method: request.method,
        url,
        target: repeatsSecret(target, redactor) ? "another address" : target,
        reason,
      });
    };
    if (redirect.kind === "refused") throw refused(redirect.target, redirect.reason);
    const target = redirect.request.url.split("?", 1)[0] ?? "";
    if (policy === "error") throw refused(target, "which this request does not follow");
    if (hops.length > maxRedirects) throw refused(target, `after ${maxRedirects} redirects`);
    const next = { request: redirect.request, isChained: isChained && redirect.isChained, isAnswered };
    return {
      ...next,
      prepared: next.isChained
        ? await prepare(next.request, { reason: "redirect" }, signal, dependencies)
        : { request: next.request, written: noCredentials, notes: [] },
    };
  };

  return async function send(input: RequestInput, options: SendOptions = {}): Promise<Reply> {
    const { signal } = options;
    signal?.throwIfAborted();
    const request = outgoing(input, input.purpose ?? "user", await resolveAuth(input.auth, auth));
    const prepared = await prepare(request, { reason: "first" }, signal, dependencies);
    let attempt: Attempt | undefined = { request, prepared, isChained: true, isAnswered: false };
    const hops: Hop[] = [];
    const notes: Problem[] = [];
    // Each run of the chain says the same again.
    const tell = (more: readonly Problem[]): void => {
      for (const note of more)
        if (!notes.some(({ code, message }) => code === note.code && message === note.message))
          notes.push(note);
    };

    for (;;) {
      const { prepared } = attempt;
      tell(prepared.notes);
      const response = await exchange(prepared, options);
      const { statusCode } = response;
      hops.push(hopOf(prepared, statusCode, redactor));
      if (statusCode === 401) attempt = await afterChallenge(attempt, response, tell, signal);
      else if (statusCode >= 300 && statusCode < 400)
        attempt = await afterRedirect(attempt, response, hops, input, signal);
      else attempt = undefined;
      if (attempt === undefined) return new ReceivedReply(response, hops, notes);
    }
  };
}
