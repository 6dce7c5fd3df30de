// Routes: long work that requests have started.

import { cursor, limit, ok } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const operationsRoutes = {
  listOperations: {
    method: "GET",
    path: "/v1/operations",
    scope: "read",
    group: "operations",
    summary: "The operations of this run of the server, newest first",
    query: {
      state: {
        type: "string",
        enum: ["running", "finished", "failed", "cancelled"],
        description: "Only operations in this state",
      },
      cursor,
      limit,
    },
    replies: ok("OperationList", "The operations, without their logs"),
  },
  readOperation: {
    method: "GET",
    path: "/v1/operations/{id}",
    scope: "read",
    group: "operations",
    summary: "An operation as it is now, with its log",
    replies: ok("Operation", "The operation"),
  },
  cancelOperation: {
    method: "POST",
    path: "/v1/operations/{id}/cancel",
    // The handler allows the cancellation only to the owner of the operation and to the scope admin.
    scope: "read",
    group: "operations",
    summary: "Cancel an operation: for the token that has started it, and for the scope admin",
    body: "Nothing",
    replies: {
      202: { description: "The operation, which ends when its work has stopped", body: "Operation" },
    },
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
