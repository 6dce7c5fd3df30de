// Routes: long work that a request has started.

import { cursor, limit, ok, pageOf } from "@pictor/features/base";
import { route } from "./route.js";

export const operationRoutes = {
  listOperations: route("GET /v1/operations", {
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
  }).handle(({ query: { state, cursor: from, limit } }, { operations }) => {
    const wanted = operations.list().filter((one) => state === undefined || one.state === state);
    const { entries, ...page } = pageOf(wanted, from, limit);
    return { operations: entries, ...page };
  }),
  readOperation: route("GET /v1/operations/{id}", {
    scope: "read",
    group: "operations",
    summary: "An operation as it is now, with its log",
    replies: ok("Operation", "The operation"),
  }).handle(({ params: { id } }, { operations }) => operations.get(id)),
  cancelOperation: route("POST /v1/operations/{id}/cancel", {
    // The handler allows the cancellation only to the owner of the operation and to the scope admin.
    scope: "read",
    group: "operations",
    summary: "Cancel an operation: for the token that has started it, and for the scope admin",
    body: "Nothing",
    replies: {
      202: { description: "The operation, which ends when its work has stopped", body: "Operation" },
    },
  }).handle(({ params: { id }, caller }, { operations }) => {
    operations.cancel(id, caller);
    return operations.get(id);
  }),
} as const;
