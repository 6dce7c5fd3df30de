// The simulated ComfyUI-Manager. The installed node packs survive a restart of the server, the queue and the routes do not.
import type { Clock } from "@pictor/kernel/plugin";
import type { ExtraClasses } from "../classes/extra-classes.js";
import type { Clients } from "../clients/clients.js";
import { createCustomNodesFolder } from "./custom-nodes-folder.js";
import type { ManagerContext, ManagerRoutes } from "./shared-routes.js";
import { installedPacks } from "./replies.js";
import type { ManagerOptions } from "./options.js";
import { routesV3 } from "./routes-v3.js";
import { routesV4 } from "./routes-v4.js";
import { routesLegacy } from "./routes-legacy.js";

export type Manager = ReturnType<typeof createManager>;

/** `reboot` closes the port for this number of milliseconds, and begins a new session. */
export function createManager(options: ManagerOptions, clock: Clock, reboot: (ms: number) => void) {
  const folder = createCustomNodesFolder(options.packs);
  return {
    /** Called when a session begins. Applies pending version changes, and returns the node classes of the loaded packs. */
    start(): ExtraClasses {
      folder.start();
      return folder.classes();
    },
    /** Builds the routes of a session. Called after `start`. */
    routes(clients: Clients) {
      const imported = installedPacks(folder);
      const rebootNow = (): void => {
        reboot(options.rebootMs ?? 50);
      };
      return routesOf({ options, folder, clients, clock, imported, reboot: rebootNow });
    },
  };
}

function routesOf(context: ManagerContext): ManagerRoutes {
  switch (context.options.generation) {
    case "3.x-get":
      return routesV3(context, "GET");
    case "3.x":
      return routesV3(context, "POST");
    case "4.0":
      return routesV4(context, "GET", false);
    case "4.2":
      return routesV4(context, "POST", true);
    case "4.x-legacy":
      return routesLegacy(context);
  }
}
