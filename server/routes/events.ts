// Routes: the events of the server as server-sent events. The WebSocket is served in `sockets/`.

import { withoutUndefined } from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import { sequenceNumberOf } from "../events/event-id.js";
import { serverSentStream } from "../events/server-sent.js";
import { route } from "./route.js";

export const eventRoutes = {
  readEvents: route("GET /v1/events", {
    scope: "read",
    group: "events",
    summary: "Server-sent events; with Last-Event-ID, from there on",
    query: {
      since: { type: "string", description: "Like Last-Event-ID; default: from now on" },
      types: { type: "string", description: "Only these types, separated by commas" },
      job: { type: "string", description: "Only events of this job" },
    },
    headers: {
      "last-event-id": { type: "string", description: "Id of the last event that the client has seen" },
    },
    replies: { 200: { description: "The stream", media: ["text/event-stream"], items: "ApiEvent" } },
  }).handle(({ query, headers, caller, signal: gone }, deps) => {
    const { log, serverId, credentials, streamLifetimes, admission } = deps;
    // The token of an in-process call was checked when its request began. Otherwise an empty stream would be reopened again and
    // again.
    if (credentials.isRevoked(caller.tokenId)) throw fault("API_CREDENTIAL_REFUSED", {});
    const release = admission.admit("events", caller.tokenId);
    const signal = AbortSignal.any([gone, streamLifetimes.signalOf(caller)]);
    const since = sequenceNumberOf(headers["last-event-id"] ?? query.since, serverId);
    if (signal.aborted) release();
    else signal.addEventListener("abort", release, { once: true });
    const wanted = withoutUndefined({ since, types: query.types?.split(","), jobId: query.job });
    const stream = serverSentStream(log, serverId, { signal, ended: release, caller, ...wanted });
    return new Response(stream, { headers: { "Content-Type": "text/event-stream" } });
  }),
} as const;
