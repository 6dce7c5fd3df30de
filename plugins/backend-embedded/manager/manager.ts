// The fake ComfyUI-Manager: a folder of packs that outlives restarts, and the routes of one life.
import type { Clock } from "@pictor/kernel/plugin";
import type { ExtraClasses } from "../nodes/extra-classes.js";
import type { Clients } from "../server/clients.js";
import { createDisk } from "./disk.js";
import type { ManagerLife, ManagerRoutes } from "./life.js";
import { installed } from "./listing.js";
import type { ManagerOptions } from "./options.js";
import { routes3 } from "./routes-3.js";
import { routes4 } from "./routes-4.js";
import { routesLegacy } from "./routes-legacy.js";

export interface Manager {
  /** The server starts: node classes of the packs that it loads. What was reserved takes place. */
  start(): ExtraClasses;
  /** The routes of the life that has begun. */
  routes(clients: Clients): ManagerRoutes;
}

/** `reboot` closes the port for so many milliseconds, and begins a new life. */
export function createManager(options: ManagerOptions, clock: Clock, reboot: (ms: number) => void): Manager {
  const disk = createDisk(options.packs);
  return {
    start() {
      disk.start();
      return disk.classes();
    },
    routes(clients) {
      const imported = installed(disk);
      const again = (): void => {
        reboot(options.rebootMs ?? 50);
      };
      return routesOf({ options, disk, clients, clock, imported, reboot: again });
    },
  };
}

function routesOf(life: ManagerLife): ManagerRoutes {
  switch (life.options.generation) {
    case "3.x-get":
      return routes3(life, "GET");
    case "3.x":
      return routes3(life, "POST");
    case "4.0":
      return routes4(life, "GET", false);
    case "4.2":
      return routes4(life, "POST", true);
    case "4.x-legacy":
      return routesLegacy(life);
  }
}
