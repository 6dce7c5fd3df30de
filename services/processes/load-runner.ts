// Imports the runner of programs when the first plugin with the permission `process` is loaded, because execa has more than
// a hundred modules.

import type { Clock, Logger, Runner } from "@pictor/kernel";

/** Starts programs; see `Programs`. */
export async function loadRunner(clock: Clock, logger?: Logger): Promise<Runner> {
  const { Programs } = await import("./runner.js");
  return new Programs(clock, logger);
}
