// What an update needs of the server: whether it runs, its end, and a trial.

import type { ServerControl } from "../update/server.js";
import type { ServerContext } from "./context.js";
import { findServer } from "./find.js";
import type { Supervisor } from "./supervisor.js";

/** A trial goes on the terms of the server that was stopped before: it is left running when that one was. */
export const createServerControl = (context: ServerContext, supervisor: Supervisor): ServerControl => ({
  isRunning: async () => ["server", "stopping"].includes((await findServer(context)).kind),
  stop: () => supervisor.stop({ isOfStart: true }),
  tryStart: () => supervisor.start({ isTrial: true }),
});
