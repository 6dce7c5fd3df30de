// Routes: requests to other servers, and those that were sent.

import type { HttpReply, HttpReplyPart, HttpRequest } from "@pictor/client";
import { plainRecord } from "@pictor/host";
import type { Holder } from "../access/credentials.js";
import { errorOf } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
import { partStream } from "../requests/part-stream.js";
import { requestInputOf } from "../requests/request-input.js";
import type { RequestEnding } from "../requests/request-history.js";
import type { RouteDependencies } from "./dependencies.js";
import { pageOf } from "./page.js";

export function requestHandlers({
  pictor,
  redact,
  clock,
  requests,
  history,
}: RouteDependencies): Handlers<
  | "sendRequest"
  | "streamRequest"
  | "parseCurl"
  | "formatCurl"
  | "listSentRequests"
  | "readSentRequest"
  | "deleteSentRequest"
  | "clearSentRequests"
  | "readRequestBody"
  | "deleteRequest"
> {
  /** The function that keeps a request in the history. One that the API has refused was not sent, and is not kept. */
  const keeper = (body: HttpRequest, holder: Holder) => {
    const atMs = clock.now();
    const keep = (ending: Omit<RequestEnding, "ms">): void => {
      history.add(plainRecord(body, (text) => text) as HttpRequest, atMs, holder.name, {
        ...ending,
        ms: clock.now() - atMs,
      });
    };
    return {
      reply({ status, body: { bytes } }: HttpReply): void {
        keep({ status, bytes });
      },
      error(error: unknown): void {
        const { code } = errorOf(error);
        if (!code.startsWith("API_")) keep({ error: code });
      },
    };
  };
  const send = async (body: HttpRequest, holder: Holder, signal: AbortSignal) => {
    const kept = keeper(body, holder);
    try {
      const reply = await requests.send(body, holder, signal);
      kept.reply(reply);
      return reply;
    } catch (error) {
      kept.error(error);
      throw error;
    }
  };
  /** The parts of a reply while they come. */
  async function* stream(
    body: HttpRequest,
    holder: Holder,
    signal: AbortSignal,
  ): AsyncGenerator<HttpReplyPart> {
    const kept = keeper(body, holder);
    try {
      for await (const part of requests.stream(body, holder, signal)) {
        if (part.type === "end") kept.reply(part.reply);
        yield part;
      }
    } catch (error) {
      kept.error(error);
      throw error;
    }
  }

  return {
    sendRequest: async ({ body, holder, signal }) => ({
      status: 200,
      json: await send(body, holder, signal),
    }),
    streamRequest: async ({ body, holder, signal }) => {
      const left = new AbortController();
      const parts = stream(body, holder, AbortSignal.any([signal, left.signal]));
      // Until the reply begins, an error is that of the call.
      const first = await parts.next();
      const headers = { "Content-Type": "text/event-stream" };
      return new Response(
        partStream(first, parts, () => {
          left.abort();
        }),
        { headers },
      );
    },
    parseCurl: async ({ body: { text } }) => {
      const { parseCurlText } = await import("../requests/curl-request.js");
      return { status: 200, json: parseCurlText(text) };
    },
    formatCurl: async ({ body: { request } }) => {
      // Refuses what could not be sent either.
      requestInputOf(request);
      const { curlCommandOf } = await import("../requests/curl-command.js");
      return { status: 200, json: await curlCommandOf(request, pictor, redact) };
    },
    listSentRequests: ({ query, holder }) => {
      const all = history.list(holder, query.search);
      const { entries, cursor } = pageOf(all, query.cursor, query.limit);
      const json = { requests: entries, total: all.length, ...(cursor !== undefined && { cursor }) };
      return { status: 200, json };
    },
    readSentRequest: ({ params: { id }, holder }) => ({ status: 200, json: history.get(id, holder) }),
    deleteSentRequest: async ({ params: { id }, holder }) => {
      await history.remove(id, holder);
      return { status: 200, json: {} };
    },
    clearSentRequests: async ({ holder }) => {
      await history.clear(holder);
      return { status: 200, json: {} };
    },
    readRequestBody: ({ params: { id }, holder }) =>
      new Response(Uint8Array.from(requests.body(id, holder)), {
        headers: {
          "Content-Type": "application/octet-stream",
          "Content-Disposition": 'attachment; filename="body"',
        },
      }),
    deleteRequest: ({ params: { id }, holder }) => {
      requests.remove(id, holder);
      return { status: 200, json: {} };
    },
  };
}
