// Routes: backend instances.

import { ok } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const backendsRoutes = {
  listBackends: {
    method: "GET",
    path: "/v1/backends",
    scope: "read",
    group: "backends",
    summary: "The backend instances",
    replies: ok("BackendList", "The instances"),
  },
  readBackend: {
    method: "GET",
    path: "/v1/backends/{name}",
    scope: "read",
    group: "backends",
    summary: "An instance, as it answers now",
    replies: ok("BackendState", "Its state; a backend that does not answer is a state, too"),
  },
  readNodeClass: {
    method: "GET",
    path: "/v1/backends/{name}/catalog/{class}",
    scope: "read",
    group: "backends",
    summary: "A node class in the catalog of a backend",
    replies: ok("NodeClass", "The class"),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
