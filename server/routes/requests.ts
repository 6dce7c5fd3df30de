// Routes: requests to other servers, and those that were sent.

import type { HttpRequest } from "@pictor/client";
import { plainRecord } from "@pictor/host";
import type { Holder } from "../access/credentials.js";
import { errorOf } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
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
  | "parseCurl"
  | "formatCurl"
  | "listSentRequests"
  | "readSentRequest"
  | "deleteSentRequest"
  | "clearSentRequests"
  | "readRequestBody"
  | "deleteRequest"
> {
  /** Sends a request, and keeps it in the history. A request that the API has refused was not sent, and is not kept. */
  const send = async (body: HttpRequest, holder: Holder, signal: AbortSignal) => {
    const atMs = clock.now();
    const keep = (ending: Omit<RequestEnding, "ms">): void => {
      history.add(plainRecord(body, (text) => text) as HttpRequest, atMs, holder.name, {
        ...ending,
        ms: clock.now() - atMs,
      });
    };
    try {
      const reply = await requests.send(body, holder, signal);
      keep({ status: reply.status, bytes: reply.body.bytes });
      return reply;
    } catch (error) {
      const { code } = errorOf(error);
      if (!code.startsWith("API_")) keep({ error: code });
      throw error;
    }
  };

  return {
    sendRequest: async ({ body, holder, signal }) => ({
      status: 200,
      json: await send(body, holder, signal),
    }),
    parseCurl: async ({ body: { text } }) => {
      const { parseCurlText } = await import("../requests/curl-request.js");
      return { status: 200, json: { request: await parseCurlText(text) } };
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
