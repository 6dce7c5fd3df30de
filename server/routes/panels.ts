// Routes: the panels of plugins.

import { ok } from "@pictor/features/base";
import { route } from "./route.js";

export const panelRoutes = {
  listPanels: route("GET /v1/panels", {
    scope: "read",
    group: "panels",
    summary: "The panels of plugins, and where the server serves them",
    replies: ok("PanelList", "The panels"),
  }).handle((_call, { pictor, panels }) => ({
    panels: pictor.contributions("panels").map(({ id, title, description, plugin, scopes }) => {
      const url = panels().urlOf(id);
      return { id, title, description, plugin, scopes: [...scopes], ...(url !== undefined && { url }) };
    }),
  })),
  openPanel: route("POST /v1/panels/{id}/open", {
    scope: "admin",
    group: "panels",
    summary: "An address that opens a session of a served panel, once and within a minute",
    replies: ok("PanelAddress", "The address"),
  }).handle(({ params: { id }, caller }, { panels }) => ({ url: panels().open(id, caller.tokenId) })),
} as const;
