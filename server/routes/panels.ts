// Routes: the panels of plugins.

import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";

export const panelHandlers = ({
  pictor,
  panels,
}: RouteDependencies): Handlers<"listPanels" | "openPanel"> => ({
  listPanels: () => ({
    status: 200,
    json: {
      panels: pictor.contributions("panels").map(({ id, title, description, plugin, scopes }) => {
        const url = panels().urlOf(id);
        return { id, title, description, plugin, scopes: [...scopes], ...(url !== undefined && { url }) };
      }),
    },
  }),
  openPanel: ({ params: { id }, holder }) => ({
    status: 200,
    json: { url: panels().open(id, holder.tokenId) },
  }),
});
