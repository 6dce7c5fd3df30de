// Routes: plugins and the chains of their hooks.

import { ok } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const pluginsRoutes = {
  readPlugin: {
    method: "GET",
    path: "/v1/plugins/{id}",
    scope: "read",
    group: "plugins",
    summary: "A plugin: its manifest, and the positions of its taps",
    replies: ok("PluginInspection", "The plugin"),
  },
  readHook: {
    method: "GET",
    path: "/v1/hooks/{name}",
    scope: "read",
    group: "plugins",
    summary: "The handlers of a hook, in the order in which they run",
    replies: ok("HookChain", "The handlers"),
  },
  validatePlugins: {
    method: "POST",
    path: "/v1/plugins/validate",
    scope: "admin",
    group: "plugins",
    summary: "Check plugin folders without running their code",
    body: "PluginValidationRequest",
    replies: ok("PluginValidation", "The problems of each folder"),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;
