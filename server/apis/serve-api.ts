// Serves the APIs of plugins over HTTP. The checks are those of the server's own routes:
//
//   Host, Origin, Sec-Fetch-Site ─► token ─► scopes ─► the plugin

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Redact } from "@pictor/host";
import { errorOf, fault as kernelFault } from "@pictor/kernel";
import type { Caller } from "@pictor/features/base";
import type { Admission } from "../access/admission.js";
import { corsHeaders, reachedOrigin, refusalOf, senderOf, type ListenerNames } from "../access/sender.js";
import { fault } from "../contract/faults.js";
import type { OpenAccess, OpenRecord } from "../http/access-log.js";
import { inertHeaders } from "../http/app.js";
import { requireScope, tokenOf, type Authentication } from "../http/authenticate.js";
import { problemOf, problemResponse, retryHeaders } from "../http/problem.js";
import { addressOf, webRequest } from "../http/web-request.js";
import { responseHeaders, textResponse, writeResponse } from "../http/write-response.js";
import type { ApiContexts } from "./api-context.js";
import type { FindMount, Mount } from "./mounts.js";

/** A port on which the server listens. */
export interface Listener {
  readonly names: () => ListenerNames;
  readonly url: () => string;
  /** The caller of requests without a token. Default: none, so that a token is required. */
  readonly caller?: Caller;
}

/** What every request and handshake to an API of a plugin goes through. */
export interface ApiGate {
  readonly contexts: ApiContexts;
  readonly authentication: Authentication;
  readonly mounts: FindMount;
  readonly admission: Admission;
  readonly redact: Redact;
  readonly openAccess: OpenAccess;
}

/**
 * The holder of the token of a request or a handshake to an API. Rejects with `API_CREDENTIAL_...`, `API_TOO_MANY` or
 * `API_SCOPE_MISSING`.
 */
export async function callerFor(
  { contribution }: Mount,
  incoming: Pick<IncomingMessage, "headers" | "socket">,
  listener: Listener,
  authentication: Authentication,
): Promise<Caller> {
  const address = incoming.socket.remoteAddress ?? "";
  const token = tokenOf(incoming.headers, contribution.credentials);
  const caller = listener.caller ?? (await authentication.holderOf(token, address));
  for (const scope of contribution.scopes) requireScope(caller, scope);
  return caller;
}

/** A CORS preflight request. Its origin is allowed, because others were refused before. */
const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined;

const preflightHeaders = ({ headers }: IncomingMessage): Readonly<Record<string, string>> => ({
  "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "Access-Control-Allow-Headers": headers["access-control-request-headers"] ?? "authorization",
  "Access-Control-Max-Age": "600",
});

/** Closes the connection when the token is revoked or the server stops. */
function endWith(signal: AbortSignal, outgoing: ServerResponse): void {
  const cut = (): void => {
    outgoing.destroy();
  };
  signal.addEventListener("abort", cut);
  outgoing.once("close", () => signal.removeEventListener("abort", cut));
}

/** The response, if there is room for it: a stream of events stays open as a socket does. */
function admitted(
  response: Response,
  { tokenId }: Caller,
  outgoing: ServerResponse,
  admission: Admission,
): Response {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) return response;
  try {
    const release = admission.admit("apis", tokenId);
    if (outgoing.closed) release();
    else outgoing.once("close", release);
    return response;
  } catch (error) {
    response.body?.cancel(error).catch(() => undefined);
    throw error;
  }
}

/** A refusal in the shape of the API, or as a problem document if the API has no shape of its own or cannot make it. */
async function problemOfApi({ open }: Mount, thrown: unknown, redact: Redact): Promise<Response> {
  const problem = problemOf(errorOf(thrown), redact);
  try {
    const body = JSON.stringify((await open()).problem?.(problem)) as string | undefined;
    if (body !== undefined)
      return textResponse(body, {
        status: problem.status,
        headers: { "Content-Type": "application/json", ...retryHeaders(problem) },
      });
  } catch {
    // The first error is the one that the client should see.
  }
  return problemResponse(thrown, redact);
}

/** Answers requests of a listener to the APIs of plugins; returns false for other requests. */
export function createServeApi({ contexts, authentication, mounts, admission, redact, openAccess }: ApiGate) {
  async function answer(
    mount: Mount,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    listener: Listener,
    url: URL,
    access: OpenRecord,
  ): Promise<Response> {
    const refusal = refusalOf(senderOf(incoming), listener.names());
    if (refusal !== undefined) return problemResponse(refusal, redact);
    if (isPreflight(incoming)) return new Response(null, { status: 204 });
    const caller = await callerFor(mount, incoming, listener, authentication);
    access.caller(caller.name);
    const context = contexts.for(caller, url.origin);
    if (context.signal.aborted) throw fault("API_CREDENTIAL_REFUSED", {});
    endWith(context.signal, outgoing);
    const request = webRequest(incoming, outgoing, url);
    const response: unknown = await (await mount.open()).fetch(request, context);
    if (response instanceof Response && !response.bodyUsed)
      return admitted(response, caller, outgoing, admission);
    const found = response instanceof Response ? "a response whose body was read" : typeof response;
    const reason = `the API ${mount.contribution.id} returned ${found} instead of a response`;
    throw kernelFault("INTERNAL", { reason });
  }

  return (incoming: IncomingMessage, outgoing: ServerResponse, listener: Listener): boolean => {
    const origin = reachedOrigin(incoming.headers.host, listener.names(), listener.url());
    const url = addressOf(incoming, origin);
    const mount = url && mounts(url.pathname);
    if (url === undefined || mount === undefined) return false;
    const { method = "GET" } = incoming;
    const access = openAccess({ method, path: url.pathname, address: incoming.socket.remoteAddress });
    void answer(mount, incoming, outgoing, listener, url, access)
      .catch((error: unknown) => problemOfApi(mount, error, redact))
      .then((response) => {
        access.end(response.status);
        // Only on a port of its own may an API serve HTML pages.
        const isNoPage = listener.caller === undefined;
        const standard = isNoPage ? { "Cache-Control": "no-store" } : {};
        const allowed = corsHeaders(incoming.headers.origin, listener.names());
        const preflight = isPreflight(incoming) && response.ok ? preflightHeaders(incoming) : {};
        return writeResponse(
          response,
          outgoing,
          responseHeaders(response, { ...standard, ...allowed, ...preflight }, isNoPage ? inertHeaders : {}),
        );
      })
      .catch(() => {
        outgoing.destroy();
      });
    return true;
  };
}
