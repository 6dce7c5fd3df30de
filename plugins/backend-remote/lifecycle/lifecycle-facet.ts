// The facet `lifecycle` of a remote server: its state is known from whether it answers, and its Manager may restart it.

import type { Backend, LifecycleFacet } from "@pictor/kernel/plugin";
import { restartServer } from "./restart-server.js";
import type { RestartContext } from "./restart-server.js";

/**
 * Start, stop and log are missing, because the server's process belongs to somebody else. If the server does not answer,
 * `state` rejects like `info`: whether it runs is unknown. `restart` rejects with EXTENSION_RESTART_IMPOSSIBLE if the server
 * has no Manager.
 */
export const createLifecycleFacet = (context: RestartContext, info: Backend["info"]): LifecycleFacet => ({
  async state(options) {
    await info(options);
    return { state: "running", url: context.server.routes.base, owner: "nobody" };
  },
  restart: (_reason, options) => restartServer(context, options),
});
