// Sends a request: chain, exchange, redirects, one challenge replay.

import { Readable } from "node:stream";
import { fault } from "../errors/catalogue.js";
import { PictorError, reasonOf } from "../errors/define.js";
import type { Contribution } from "../types.js";
import { resolveAuth, type AuthSources } from "./auth-setting.js";
import { carriesAuth, prepare, type ChainDependencies, type ChainReason, type Prepared } from "./chain.js";
import { shownHeaders, shownUrl } from "./credentials.js";
import { outgoing } from "./outgoing.js";
import { maxRedirects, redirectOf } from "./redirect.js";
import type { Response, Transport } from "./transport.js";
import type { Hop, OutgoingRequest, Reply, RequestInput, SendOptions } from "./types.js";

export interface SendDependencies extends ChainDependencies {
  readonly auth: AuthSources;
  readonly transport: Transport;
}

/** Milliseconds to the reply's headers, when the caller gives none. */
export const defaultTimeoutMs = 300_000;

const flatHeaders = (response: Response): Record<string, string> =>
  Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(name === "set-cookie" ? "\n" : ", ") : (value ?? ""),
    ]),
  );

function replyOf(response: Response, url: string, hops: readonly Hop[]): Reply {
  let stream: ReadableStream<Uint8Array> | undefined;
  return {
    status: response.statusCode,
    headers: flatHeaders(response),
    url,
    hops,
    get body() {
      return (stream ??= Readable.toWeb(response.body) as ReadableStream<Uint8Array>);
    },
    text: () => response.body.text(),
    bytes: async () => new Uint8Array(await response.body.arrayBuffer()),
    discard: () => response.body.dump({ limit: 65_536 }),
  };
}

/** A scheme that declares `challenge` gets one more run after a 401, when the body can be sent again. */
export const mayReplay = (
  request: OutgoingRequest,
  schemes: readonly Contribution<"authSchemes">[],
): boolean =>
  carriesAuth(request) &&
  (request.body?.replayable ?? true) &&
  schemes.some(({ id, challenge }) => id === request.auth.type && challenge);

/** What went wrong below, in words: the error itself may hold the bytes of a reply that repeats a credential. */
export const plainCause = (reason: string, code: unknown): Error =>
  Object.assign(new Error(reason), typeof code === "string" ? { code } : {});

/** Ends a reply that nobody reads; one that never ends must not hold the next hop up. */
function discard({ body }: Response): void {
  body.on("error", () => undefined);
  body.destroy();
}

export function createSend(dependencies: SendDependencies) {
  const { auth, transport, redactor } = dependencies;

  const exchange = async (prepared: Prepared, options: SendOptions): Promise<Response> => {
    const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    try {
      return await transport.exchange(prepared.request, options.signal, timeoutMs);
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      if (error instanceof PictorError) throw error;
      const at = {
        method: prepared.request.method,
        url: shownUrl(prepared.request.url, prepared.written, redactor),
      };
      const code = (error as { readonly code?: unknown }).code;
      if (code === "UND_ERR_HEADERS_TIMEOUT") throw fault("REQUEST_TIMEOUT", { ...at, timeoutMs });
      const reason = redactor.text(reasonOf(error));
      throw fault(
        "REQUEST_FAILED",
        { ...at, reason },
        { cause: plainCause(reason, code), more: { systemCode: code } },
      );
    }
  };

  return async function send(input: RequestInput, options: SendOptions = {}): Promise<Reply> {
    options.signal?.throwIfAborted();
    let request = outgoing(input, input.purpose ?? "user", await resolveAuth(input.auth, auth));
    let reason: ChainReason = { reason: "first" };
    let chained = true;
    let isChallenged = false;
    const hops: Hop[] = [];

    for (;;) {
      const unprepared = { request, written: { headers: new Set<string>(), query: new Set<string>() } };
      const prepared = chained ? await prepare(request, reason, options.signal, dependencies) : unprepared;
      const response = await exchange(prepared, options);
      const url = shownUrl(prepared.request.url, prepared.written, redactor);
      const sentHeaders = shownHeaders(prepared.request.headers, prepared.written, redactor);
      hops.push({ method: request.method, url, status: response.statusCode, sentHeaders });

      if (response.statusCode === 401 && !isChallenged && chained && mayReplay(request, auth.schemes())) {
        isChallenged = true;
        reason = { reason: "challenge", challenge: { status: 401, headers: flatHeaders(response) } };
        discard(response);
        continue;
      }
      const reply = replyOf(response, url, hops);
      const redirect = redirectOf(
        request,
        { status: reply.status, location: reply.headers["location"] },
        prepared.written,
        redactor,
      );
      if (redirect.kind === "none") return reply;
      discard(response);
      const refused = (target: string, why: string) =>
        fault("REQUEST_REDIRECT", {
          method: request.method,
          url,
          target: redactor.text(target),
          reason: why,
        });
      if (redirect.kind === "refused") throw refused(redirect.target, redirect.reason);
      const target = redirect.request.url.split("?", 1)[0] ?? "";
      if (input.redirect === "error") throw refused(target, "which this request does not follow");
      if (hops.length > maxRedirects) throw refused(target, `after ${maxRedirects} redirects`);
      ({ request } = redirect);
      chained = chained && redirect.sameOrigin;
      reason = { reason: "redirect" };
    }
  };
}
