// Routes: requests to other servers, and the requests that were sent.

import type { HttpReply, HttpReplyPart, HttpRequest } from "@pictor/client";
import { errorOf } from "@pictor/kernel";
import { partStream } from "../requests/part-stream.js";
import { requestInputOf } from "../requests/request-input.js";
import type { RequestEnding } from "../requests/request-history.js";
import type { RouteDependencies } from "./dependencies.js";
import { cursor, limit, ok, pageOf, plainValues, type Caller } from "@pictor/features/base";
import { route } from "./route.js";

/** Adds a request to the history once. A request that the API has refused was not sent, and is not added. */
const keeper = ({ clock, history }: RouteDependencies, body: HttpRequest, caller: Caller) => {
  const atMs = clock.now();
  let isOpen = true;
  const keep = (ending: Omit<RequestEnding, "ms">): void => {
    if (!isOpen) return;
    isOpen = false;
    history.add(plainValues(body), atMs, caller.name, { ...ending, ms: clock.now() - atMs });
  };
  return {
    reply({ status, body: { bytes } }: HttpReply): void {
      keep({ status, bytes });
    },
    error(error: unknown): void {
      const { code } = errorOf(error);
      if (code.startsWith("API_")) isOpen = false;
      else keep({ error: code });
    },
    /** The client has left before the end, which is no error. */
    left(head: Pick<RequestEnding, "status">): void {
      keep(head);
    },
  };
};

const send = async (deps: RouteDependencies, body: HttpRequest, caller: Caller, signal: AbortSignal) => {
  const { requests } = deps;
  const kept = keeper(deps, body, caller);
  try {
    const reply = await requests.send(body, caller, signal);
    kept.reply(reply);
    return reply;
  } catch (error) {
    if (signal.aborted) kept.left({});
    else kept.error(error);
    throw error;
  }
};

/** The parts of a reply as they arrive. */
async function* stream(
  deps: RouteDependencies,
  body: HttpRequest,
  caller: Caller,
  signal: AbortSignal,
): AsyncGenerator<HttpReplyPart> {
  const kept = keeper(deps, body, caller);
  let head: Pick<RequestEnding, "status"> = {};
  try {
    for await (const part of deps.requests.stream(body, caller, signal)) {
      if (part.type === "head") head = { status: part.status };
      if (part.type === "end") kept.reply(part.reply);
      yield part;
    }
  } catch (error) {
    if (!signal.aborted) kept.error(error);
    throw error;
  } finally {
    if (signal.aborted) kept.left(head);
  }
}

export const requestRoutes = {
  sendRequest: route("POST /v1/requests", {
    scope: "request",
    group: "requests",
    summary: "Send a request to another server, and wait for its reply",
    body: "HttpRequest",
    replies: ok("HttpReply", "The reply of the other server, whatever its status"),
  }).handle(async ({ body, caller, signal }, deps) => await send(deps, body, caller, signal)),
  streamRequest: route("POST /v1/requests/stream", {
    scope: "request",
    group: "requests",
    summary: "Send a request to another server, and follow its reply as it arrives",
    body: "HttpRequest",
    replies: {
      200: { description: "The parts of the reply", media: ["text/event-stream"], items: "HttpReplyPart" },
    },
  }).handle(async ({ body, caller, signal }, deps) => {
    const left = new AbortController();
    const parts = stream(deps, body, caller, AbortSignal.any([signal, left.signal]));
    // Until the reply begins, an error is one of the call.
    const first = await parts.next();
    const headers = { "Content-Type": "text/event-stream" };
    return new Response(
      partStream(first, parts, () => left.abort()),
      { headers },
    );
  }),
  parseCurl: route("POST /v1/requests/parse-curl", {
    scope: "request",
    group: "requests",
    summary: "Turn a curl command into the body of a request; nothing is sent",
    body: "CurlText",
    replies: ok("ParsedCurl", "The request"),
  }).handle(async ({ body: { text } }) => {
    const { parseCurlText } = await import("../requests/curl-request.js");
    return parseCurlText(text);
  }),
  formatCurl: route("POST /v1/requests/format-curl", {
    scope: "request",
    group: "requests",
    summary: "Write a request as a curl command without secrets; nothing is sent",
    body: "CurlRequest",
    replies: ok("CurlCommand", "The command"),
  }).handle(async ({ body: { request } }, { pictor, redact }) => {
    // Refuses what could not be sent.
    requestInputOf(request);
    const { curlCommandOf } = await import("../requests/curl-command.js");
    return await curlCommandOf(request, pictor, redact);
  }),
  listSentRequests: route("GET /v1/request-history", {
    scope: "request",
    group: "requests",
    summary:
      "The requests that were sent, newest first: those of the token's name, or all for the scope admin",
    query: {
      search: { type: "string", description: "Words that the method, the address or the profile contain" },
      cursor,
      limit,
    },
    replies: ok("SentRequestList", "The requests"),
  }).handle(({ query, caller }, { history }) => {
    const all = history.list(caller, query.search);
    const { entries, ...page } = pageOf(all, query.cursor, query.limit);
    return { requests: entries, total: all.length, ...page };
  }),
  readSentRequest: route("GET /v1/request-history/{id}", {
    scope: "request",
    group: "requests",
    summary: "A request that was sent, to be sent again; without secrets",
    replies: ok("SentRequestDetails", "The request"),
  }).handle(({ params: { id }, caller }, { history }) => history.get(id, caller)),
  deleteSentRequest: route("DELETE /v1/request-history/{id}", {
    scope: "request",
    group: "requests",
    summary: "Forget a request that was sent",
    replies: ok("Nothing", "The request is forgotten"),
  }).handle(async ({ params: { id }, caller }, { history }) => {
    await history.remove(id, caller);
    return {};
  }),
  clearSentRequests: route("POST /v1/request-history/clear", {
    scope: "request",
    group: "requests",
    summary: "Forget the requests that the token's name has sent; for the scope admin, all requests",
    body: "Nothing",
    replies: ok("Nothing", "The requests are forgotten"),
  }).handle(async ({ caller }, { history }) => {
    await history.clear(caller);
    return {};
  }),
  readRequestBody: route("GET /v1/requests/{id}/body", {
    scope: "request",
    group: "requests",
    summary: "The bytes of a reply, for five minutes; as a download, whatever their type",
    replies: { 200: { description: "The bytes", media: ["application/octet-stream"] } },
  }).handle(
    ({ params: { id }, caller }, { requests }) =>
      new Response(Uint8Array.from(requests.body(id, caller)), {
        headers: {
          "Content-Type": "application/octet-stream",
          "Content-Disposition": 'attachment; filename="body"',
        },
      }),
  ),
  deleteRequest: route("DELETE /v1/requests/{id}", {
    scope: "request",
    group: "requests",
    summary: "Abort a running request, or forget the body of its reply",
    replies: ok("Nothing", "The request is aborted, or its body is forgotten"),
  }).handle(({ params: { id }, caller }, { requests }) => {
    requests.remove(id, caller);
    return {};
  }),
} as const;
