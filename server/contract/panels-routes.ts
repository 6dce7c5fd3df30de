// Routes: the panels of plugins.

import { ok } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const panelsRoutes = {
  listPanels: {
    method: "GET",
    path: "/v1/panels",
    scope: "read",
    group: "panels",
    summary: "The panels of plugins, and where the server serves them",
    replies: ok("PanelList", "The panels"),
  },
  openPanel: {
    method: "POST",
    path: "/v1/panels/{id}/open",
    scope: "admin",
    group: "panels",
    summary: "An address that opens a session of a served panel, once and within a minute",
    replies: ok("PanelAddress", "The address"),
  },
} as const satisfies Record<string, RouteSpec>;
