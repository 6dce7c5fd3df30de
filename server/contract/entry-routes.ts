// Routes: the server itself, sessions, tickets and tokens.

import { ok } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const entryRoutes = {
  health: {
    method: "GET",
    path: "/healthz",
    scope: "none",
    group: "entry",
    summary: "Whether the server answers",
    replies: ok("Nothing", "It does"),
  },
  entry: {
    method: "GET",
    path: "/v1",
    scope: "read",
    group: "entry",
    summary: "The server, its limits, and what the token may do",
    replies: ok("Entry", "The server"),
  },
  openapi: {
    method: "GET",
    path: "/v1/openapi.json",
    scope: "none",
    group: "entry",
    summary: "The description of this API (OpenAPI 3.1)",
    replies: { 200: { description: "The description", media: ["application/json"] } },
  },
  openSession: {
    method: "POST",
    path: "/v1/session",
    scope: "none",
    group: "entry",
    summary: "Exchange the code of a page's address for a token that ends with the server",
    body: "SessionRequest",
    replies: ok("Session", "The token"),
  },
  createTicket: {
    method: "POST",
    path: "/v1/tickets",
    scope: "read",
    group: "entry",
    summary: "A ticket for the handshake of the event socket",
    body: "Nothing",
    replies: ok("Ticket", "The ticket"),
  },
  createLinks: {
    method: "POST",
    path: "/v1/links",
    scope: "read",
    group: "entry",
    summary: "Addresses of images that work for a limited time without the token, for <img src>",
    body: "LinkRequest",
    replies: ok("LinkList", "The signed links, which end with the token and with the server"),
  },
  listTokens: {
    method: "GET",
    path: "/v1/tokens",
    scope: "admin",
    group: "entry",
    summary: "The tokens that are kept, without their texts",
    replies: ok("TokenList", "The tokens"),
  },
  createToken: {
    method: "POST",
    path: "/v1/tokens",
    scope: "admin",
    group: "entry",
    summary: "Create a token that outlives the server",
    body: "TokenRequest",
    replies: { 201: { description: "The token, whose text is shown here only", body: "NewToken" } },
  },
  revokeToken: {
    method: "DELETE",
    path: "/v1/tokens/{id}",
    scope: "admin",
    group: "entry",
    summary: "Revoke a token, and close its sockets",
    replies: ok("Nothing", "It is revoked"),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
