// What an update needs of the server: whether it runs, its end, and a trial.

import { PictorError } from "@pictor/kernel/plugin";
import type { ServerControl } from "../update/server-control.js";
import type { ServerContext } from "./record/server-context.js";
import { findServer } from "./record/find-server.js";
import type { Supervisor } from "./supervise/supervisor.js";

/** A trial goes on the terms of the server that was stopped before: it is left running when that one was. */
export const createServerControl = (context: ServerContext, supervisor: Supervisor): ServerControl => ({
  isRunning: async () => ["server", "stopping"].includes((await findServer(context)).kind),
  stop: () => supervisor.stop({ isPartOfStart: true }),
  async tryStart({ isNew = false } = {}) {
    try {
      await supervisor.start({ isTrial: true });
    } catch (error) {
      // The update tells of it, and what comes back has not crashed.
      if (isNew && error instanceof PictorError && error.code === "MANAGED_SERVER_FAILED")
        await supervisor.stop({ isPartOfStart: true });
      throw error;
    }
  },
});
