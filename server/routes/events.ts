// Routes: the events of the server as server-sent events. The WebSocket is served in `sockets/`.

import { fault } from "../contract/faults.js";
import { selectedEvents, selectionQuery } from "../events/event-selection.js";
import { serverSentStream } from "../events/server-sent.js";
import { route } from "./route.js";

export const eventRoutes = {
  readEvents: route("GET /v1/events", {
    scope: "read",
    group: "events",
    summary: "Server-sent events; with Last-Event-ID, from there on",
    query: selectionQuery,
    headers: {
      "last-event-id": { type: "string", description: "Id of the last event that the client has seen" },
    },
    replies: { 200: { description: "The stream", media: ["text/event-stream"], items: "ApiEvent" } },
  }).handle(({ query, headers, caller, signal: gone }, deps) => {
    const { log, serverId, credentials, streamLifetimes, admission } = deps;
    // The token of an in-process call was checked when its request began. Otherwise an empty stream would be reopened again and
    // again.
    if (credentials.isRevoked(caller.tokenId)) throw fault("API_CREDENTIAL_REFUSED", {});
    const since = headers["last-event-id"] ?? query.since;
    const wanted = selectedEvents({ ...query, ...(since !== undefined && { since }) }, serverId);
    const release = admission.admit("events", caller.tokenId);
    const signal = AbortSignal.any([gone, streamLifetimes.signalOf(caller)]);
    if (signal.aborted) release();
    else signal.addEventListener("abort", release, { once: true });
    const stream = serverSentStream(log, serverId, { signal, ended: release, caller, ...wanted });
    return new Response(stream, { headers: { "Content-Type": "text/event-stream" } });
  }),
} as const;
