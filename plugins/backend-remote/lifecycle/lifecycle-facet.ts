// The facet `lifecycle` of a remote server: the server runs if it answers, and its Manager may restart it.

import type { LifecycleFacet } from "@pictor/kernel/plugin";
import type { ManagerProbe } from "../manager/probe-manager.js";
import type { RemoteInstance } from "../server/requests.js";
import { restartServer } from "./restart-server.js";

/**
 * Start, stop and log are missing, because Pictor does not own the server's process. If the server does not answer, `state`
 * rejects like `info`, because it is unknown whether the server runs. `restart` rejects with EXTENSION_RESTART_IMPOSSIBLE
 * if the server has no Manager.
 */
export const createLifecycleFacet = (
  { server, info }: RemoteInstance,
  probe: ManagerProbe,
): LifecycleFacet => ({
  async state(options) {
    await info(options);
    return { state: "running", url: server.routes.base, owner: "nobody" };
  },
  restart: (_reason, options) => restartServer(server, probe, options),
});
