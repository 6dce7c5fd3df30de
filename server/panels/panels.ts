// The panels that the server serves, each with its session.

import type { Pictor } from "@pictor/host";
import type { Contribution } from "@pictor/kernel";
import { join } from "node:path";
import type { PortHandlers } from "../apis/port-handlers.js";
import { type Scope, thingUnknown } from "@pictor/features/base";
import type { OpenPort } from "../http/listen.js";
import { openPanelPort } from "./panel-port.js";

/** A panel that the person wants to serve. */
export interface ServedPanel {
  /** Id of the contribution. */
  readonly id: string;
  /** The port on 127.0.0.1. Default 0: a free one. */
  readonly port?: number;
  /** The scopes that the person has granted. Scopes that the manifest does not name have no effect. */
  readonly scopes: readonly Scope[];
}

export interface Panels {
  /** The address of a served panel by its id; undefined for one that is not served. */
  urlOf(id: string): string | undefined;
  /**
   * The address of a panel with a new code, which opens one session and is valid for a minute. Throws
   * `API_THING_UNKNOWN` for a panel that is not served. `maker` is the id of the token whose holder requests the
   * address.
   */
  open(id: string, maker?: string): string;
  /** The session that a page of the panel at an origin gets; undefined if no panel is served there. */
  sessionAt(origin: string): { readonly name: string; readonly scopes: readonly Scope[] } | undefined;
}

/** The folder of a panel's files. Throws `API_THING_UNKNOWN` for an unknown panel. */
function findPanel(pictor: Pictor, id: string) {
  const contribution = pictor.contributions("panels").find((panel) => panel.id === id);
  const plugin = pictor.plugins().find((record) => record.id === contribution?.plugin);
  if (contribution === undefined || plugin === undefined || plugin.origin === "inline")
    throw thingUnknown("panel", id, "/v1/panels");
  return { contribution, plugin: plugin.origin, folder: join(plugin.origin, contribution.root) };
}

const grantedOf = ({ scopes }: Contribution<"panels">, granted: readonly Scope[]): readonly Scope[] =>
  scopes.filter((scope) => granted.includes(scope));

/** The panels before their ports are open: no panel can be opened. */
export const noPanels: Panels = {
  urlOf: () => undefined,
  sessionAt: () => undefined,
  open(id) {
    throw thingUnknown("served panel", id, "/v1/panels");
  },
};

/**
 * Opens a port for each panel. Rejects as `Pictor.load` for a plugin that is not trusted. Each port is passed to
 * `opened` at once, so that the caller can close it after a later failure.
 */
export async function openPanels(
  wanted: readonly ServedPanel[],
  handlers: PortHandlers,
  opened: (port: OpenPort) => void,
): Promise<Panels> {
  const { pictor, sessionCodes } = handlers;
  const served = new Map<string, { readonly url: string; readonly scopes: readonly Scope[] }>();
  for (const { id, port = 0, scopes } of wanted) {
    const { contribution, plugin, folder } = findPanel(pictor, id);
    // Loads the plugin only for its check: a folder that has changed since a person trusted it is refused here.
    await pictor.load(contribution.plugin);
    const requireReviewed = async () => pictor.configuration.beforeImport?.(plugin);
    const panelPort = await openPanelPort({ folder, requireReviewed }, port, handlers);
    opened(panelPort);
    served.set(id, { url: panelPort.url, scopes: grantedOf(contribution, scopes) });
  }
  return {
    urlOf: (id) => served.get(id)?.url,
    sessionAt(origin) {
      const [id, panel] = [...served].find(([, { url }]) => url === origin) ?? [];
      return panel && { name: `panel ${id ?? ""}`, scopes: panel.scopes };
    },
    open(id, maker) {
      const panel = served.get(id);
      if (panel === undefined) return noPanels.open(id);
      const grant = { name: `panel ${id}`, scopes: panel.scopes, ...(maker !== undefined && { maker }) };
      const code = sessionCodes.issue(grant);
      return `${panel.url}/#code=${code}`;
    },
  };
}
