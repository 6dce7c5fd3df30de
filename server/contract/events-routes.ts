// Routes: the events of the server.

import type { RouteSpec } from "./route-spec.js";

export const eventsRoutes = {
  readEvents: {
    method: "GET",
    path: "/v1/events",
    scope: "read",
    group: "events",
    summary: "Server-sent events; with Last-Event-ID, from there on",
    query: {
      since: { type: "string", description: "As Last-Event-ID; default: from now on" },
      types: { type: "string", description: "Only these types, separated by commas" },
      job: { type: "string", description: "Only events of this job" },
    },
    headers: {
      "last-event-id": { type: "string", description: "Id of the last event that the client has seen" },
    },
    replies: { 200: { description: "The stream", media: ["text/event-stream"], items: "ApiEvent" } },
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
