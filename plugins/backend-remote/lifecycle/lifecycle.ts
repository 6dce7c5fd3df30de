// The facet `lifecycle` of a remote server: it is running while it answers, and its Manager may restart it.

import type { Backend, LifecycleFacet } from "@pictor/kernel/plugin";
import { restart } from "./restart.js";
import type { Restarting } from "./restart.js";

/**
 * No start, no stop, no log: the server is somebody else's. `state` rejects like `info` where it does not answer, as that
 * does not tell whether it runs; `restart` rejects with EXTENSION_RESTART_IMPOSSIBLE where there is no Manager.
 */
export const createLifecycle = (restarting: Restarting, info: Backend["info"]): LifecycleFacet => ({
  async state(options) {
    await info(options);
    return { state: "running", url: restarting.peer.routes.base, owner: "nobody" };
  },
  restart: (_reason, options) => restart(restarting, options),
});
