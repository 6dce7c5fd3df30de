// Routes: backend instances.

import { cursor, limit, ok } from "./route-parameters.js";
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
  readBackendStatus: {
    method: "GET",
    path: "/v1/backends/{name}/status",
    scope: "read",
    group: "backends",
    summary: "The state of its server, without a request to it",
    replies: ok("BackendStatus", "The state"),
  },
  readBackendSettings: {
    method: "GET",
    path: "/v1/backends/{name}/settings",
    scope: "admin",
    group: "backends",
    summary: "Its settings, as they are written",
    replies: ok("BackendSettings", "The settings"),
  },
  saveBackend: {
    method: "PUT",
    path: "/v1/backends/{name}",
    scope: "admin",
    group: "backends",
    summary: "Create an instance, or replace its settings; an open one is closed first",
    body: "BackendSettings",
    replies: ok("SavedBackend", "The instance, and the file that was written"),
  },
  deleteBackend: {
    method: "DELETE",
    path: "/v1/backends/{name}",
    scope: "admin",
    group: "backends",
    summary: "Remove an instance from the configuration; its files stay",
    replies: ok("Nothing", "It is removed"),
  },
  readBackendLogs: {
    method: "GET",
    path: "/v1/backends/{name}/logs",
    scope: "read",
    group: "backends",
    summary: "The newest lines of the log of its server",
    query: {
      tail: {
        type: "integer",
        minimum: 0,
        maximum: 2000,
        description: "Number of lines at most; default 50",
      },
      since: { type: "string", description: "`next` of an earlier reply: only lines after it" },
    },
    replies: ok("LogPage", "The lines"),
  },
  listNodeClasses: {
    method: "GET",
    path: "/v1/backends/{name}/catalog",
    scope: "read",
    group: "backends",
    summary: "The node classes of a backend by name",
    query: {
      search: { type: "string", description: "A part of the name, or a whole output type" },
      cursor,
      limit,
    },
    replies: ok("ClassList", "The classes"),
  },
  listBackendPrompts: {
    method: "GET",
    path: "/v1/backends/{name}/prompts",
    scope: "read",
    group: "backends",
    summary: "The prompts on a backend, of all clients",
    query: {
      limit: { type: "integer", minimum: 0, maximum: 1000, description: "Number of results; default 50" },
    },
    replies: ok("BackendPromptList", "The prompts"),
  },
  cancelBackendPrompt: {
    method: "POST",
    path: "/v1/backends/{name}/prompts/{id}/cancel",
    scope: "generate",
    group: "backends",
    summary: "Cancel a prompt on a backend, whoever has submitted it",
    body: "Nothing",
    replies: ok("PromptCancellation", "What became of it"),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
