// Routes: requests to other servers, with the credentials of profiles.

import { ok } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const requestsRoutes = {
  sendRequest: {
    method: "POST",
    path: "/v1/requests",
    scope: "request",
    group: "requests",
    summary: "Send a request to another server, and wait for its reply",
    body: "HttpRequest",
    replies: ok("HttpReply", "The reply of the other server, whatever its status"),
  },
  parseCurl: {
    method: "POST",
    path: "/v1/requests/parse-curl",
    scope: "request",
    group: "requests",
    summary: "Turn a curl command into the body of a request; nothing is sent",
    body: "CurlText",
    replies: ok("ParsedCurl", "The request"),
  },
  readRequestBody: {
    method: "GET",
    path: "/v1/requests/{id}/body",
    scope: "request",
    group: "requests",
    summary: "The bytes of a reply, for five minutes; as a download, whatever their type",
    replies: { 200: { description: "The bytes", media: ["application/octet-stream"] } },
  },
  deleteRequest: {
    method: "DELETE",
    path: "/v1/requests/{id}",
    scope: "request",
    group: "requests",
    summary: "Abort a request that runs, or forget the body of its reply",
    replies: ok("Nothing", "It is aborted or forgotten"),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
