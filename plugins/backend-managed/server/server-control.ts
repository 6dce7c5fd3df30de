// Controls the server for an update: whether it runs, stop, and trial start.

import { PictorError } from "@pictor/kernel/plugin";
import type { ServerControl } from "../update/server-control.js";
import type { Supervisor } from "./supervise/supervisor.js";

/**
 * A trial receives the ownership of the server that was stopped before it. `supervisor` is called with each operation,
 * because a supervisor needs the installation that controls its server.
 */
export const createServerControl = (supervisor: () => Supervisor): ServerControl => ({
  isRunning: () => supervisor().isRunning(),
  stop: () => supervisor().stop({ isPartOfStart: true }),
  async tryStart({ isNew = false } = {}) {
    try {
      await supervisor().start({ isTrial: true });
    } catch (error) {
      // A failure of the trial is not recorded as a crash, because the update reports it, and the old version that the
      // update restores has not crashed.
      if (isNew && error instanceof PictorError && error.code === "MANAGED_SERVER_FAILED")
        await supervisor().stop({ isPartOfStart: true });
      throw error;
    }
  },
});
