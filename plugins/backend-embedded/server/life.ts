// One life of the server: what is in memory between a start and an end, and gone after a restart.
import { randomInt } from "node:crypto";
import { openControl } from "../faults/control-routes.js";
import type { Faults } from "../faults/faults.js";
import type { DataFolders } from "../files/data-folder.js";
import type { Manager } from "../manager/manager.js";
import { withClasses } from "../nodes/catalog.js";
import type { ExtraClasses } from "../nodes/extra-classes.js";
import { createClients } from "./clients.js";
import { createHistory } from "./history.js";
import { handleRequest } from "./http.js";
import { createLogs } from "./logs.js";
import type { ServerParts } from "./parts.js";
import type { Handlers } from "./port.js";
import { createQueue } from "./queue.js";
import { routes } from "./routes/table.js";
import { createRunner } from "./runner.js";
import { createSocketServer } from "./socket.js";

export interface LifeOptions extends Pick<
  ServerParts,
  "argv" | "maxUploadBytes" | "multiUser" | "access" | "corsOrigin"
> {
  readonly folders: DataFolders;
  readonly faults: Faults;
  readonly previews: "auto" | "none";
  /** Node classes beside the server's own. */
  readonly classes: ExtraClasses;
  /** Brings node classes and routes of its own. */
  readonly manager?: Manager;
  /** True: the route that sets faults exists. */
  readonly control: boolean;
}

export interface Life extends Handlers {
  /** Settles when every client has read what was sent to it, or does not answer. */
  heard(): Promise<void>;
  /** Ends the worker and the sockets; what is queued is gone. */
  end(): Promise<void>;
}

export function beginLife({ faults, previews, control, manager, ...options }: LifeOptions): Life {
  const { folders } = options;
  const clients = createClients(faults);
  const logs = createLogs(clients);
  const queue = faults.queue(createQueue());
  const history = faults.history(createHistory());
  const classes = { ...options.classes, ...manager?.start() };
  const runner = createRunner({
    clients,
    queue,
    history,
    folders,
    logs,
    previews,
    tempTag: tempTag(),
    classes,
    faults,
  });
  const catalog = withClasses(classes);
  const parts: ServerParts = { ...options, clients, queue, history, runner, logs, catalog, faults };
  const sockets = createSocketServer(parts);
  const managed = manager?.routes(clients);
  const served = managed === undefined ? routes : [...routes, ...managed.routes];
  const table = control ? openControl(served, faults.control) : () => served;
  return {
    request: (request, response) => void handleRequest(parts, table(request), request, response),
    upgrade: sockets.upgrade,
    heard: clients.heard,
    async end() {
      clients.close();
      managed?.end();
      sockets.close();
      await runner.close();
    },
  };
}

/** Five letters in the names of temporary pictures, different for every life. */
const tempTag = (): string =>
  Array.from({ length: 5 }, () => "abcdefghijklmnopqrstuvwxyz"[randomInt(26)]).join("");
