// Routes: long work that requests have started.

import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";
import { pageOf } from "./page.js";

export const operationHandlers = ({
  operations,
}: RouteDependencies): Handlers<"listOperations" | "readOperation" | "cancelOperation"> => ({
  listOperations: ({ query: { state, cursor: from, limit } }) => {
    const wanted = operations.list().filter((one) => state === undefined || one.state === state);
    const { entries, cursor } = pageOf(wanted, from, limit);
    return { status: 200, json: { operations: entries, ...(cursor !== undefined && { cursor }) } };
  },
  readOperation: ({ params: { id } }) => ({ status: 200, json: operations.get(id) }),
  cancelOperation: ({ params: { id }, holder }) => {
    operations.cancel(id, holder);
    return { status: 202, json: operations.get(id) };
  },
});
