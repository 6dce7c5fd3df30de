// A session of the server: everything in its memory between two restarts.
import { randomInt } from "node:crypto";
import type { NodeLibrary } from "@pictor/comfyui-graph";
import { catalogOf } from "./classes/catalog.js";
import type { ExtraClasses } from "./classes/extra-classes.js";
import { createClients } from "./clients/clients.js";
import { createLogs } from "./clients/logs.js";
import type { Faults } from "./faults/faults.js";
import type { RequestHandlers } from "./listening-port.js";
import type { Manager } from "./manager/manager.js";
import { createHistory } from "./prompts/history.js";
import { createQueue } from "./prompts/queue.js";
import { withFaultControl } from "./routes/fault-control.js";
import { handleRequest } from "./routes/handle-request.js";
import { frontEndFiles } from "./routes/front-end-files.js";
import type { ServerContext } from "./engine/server-context.js";
import { routes } from "./routes/table.js";
import { createSocketServer } from "./routes/websocket.js";
import { createRunner } from "./runs/runner.js";

export interface SessionOptions extends Pick<
  ServerContext,
  "access" | "argv" | "corsOrigin" | "folders" | "maxUploadBytes" | "multiUser"
> {
  readonly faults: Faults;
  readonly previews: "auto" | "none";
  /** Folder with the files of a front end. */
  readonly frontEndRoot: string | undefined;
  readonly nodes: NodeLibrary | undefined;
  /** Node classes besides those of `nodes`. */
  readonly classes: ExtraClasses;
  /** The simulated ComfyUI-Manager, which adds node classes and routes. */
  readonly manager: Manager | undefined;
  /** True: clients on this machine may change faults. */
  readonly control: boolean;
}

export interface Session extends RequestHandlers {
  /** Settles when every client has received all of its messages, or does not answer. */
  allDelivered(): Promise<void>;
  /** Ends the worker and the sockets, and drops the queue. */
  end(): Promise<void>;
}

export function beginSession(options: SessionOptions): Session {
  const {
    faults,
    previews,
    control,
    manager,
    nodes,
    classes: extraClasses,
    frontEndRoot,
    ...shared
  } = options;
  const clients = createClients(faults);
  const logs = createLogs(clients);
  const queue = faults.wrapQueue(createQueue());
  const history = faults.wrapHistory(createHistory());
  const classes = { ...extraClasses, ...manager?.start() };
  const runner = createRunner({
    clients,
    queue,
    history,
    logs,
    previews,
    faults,
    folders: shared.folders,
    tempTag: randomTag(),
    classes,
    nodeModule: nodes?.module,
  });
  const context: ServerContext = {
    ...shared,
    clients,
    queue,
    history,
    runner,
    logs,
    catalog: catalogOf(nodes, classes),
    modelFiles: nodes?.modelFiles ?? {},
    faults,
  };
  const sockets = createSocketServer(context);
  const managerRoutes = manager?.routes(clients);
  const frontEnd = frontEndFiles(frontEndRoot);
  const allRoutes = [...frontEnd.first, ...routes, ...(managerRoutes?.routes ?? []), ...frontEnd.last];
  const routesFor = control ? withFaultControl(allRoutes, faults.control) : () => allRoutes;
  return {
    request: (request, response) => void handleRequest(context, routesFor(request), request, response),
    upgrade: sockets.upgrade,
    allDelivered: clients.allDelivered,
    async end() {
      clients.close();
      managerRoutes?.end();
      sockets.close();
      await runner.close();
    },
  };
}

/** Five letters in the names of temporary images, different in every session. */
const randomTag = (): string =>
  Array.from({ length: 5 }, () => "abcdefghijklmnopqrstuvwxyz"[randomInt(26)]).join("");
