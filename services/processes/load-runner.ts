// Imports the runner of programs when the first plugin with the permission `process` is loaded, because execa has more than
// a hundred modules.

import type { Runner } from "@pictor/kernel";
import type { RunDependencies } from "./runner.js";

/** Starts programs; see `createRunner`. */
export async function loadRunner(dependencies: RunDependencies): Promise<Runner> {
  const { createRunner } = await import("./runner.js");
  return createRunner(dependencies);
}
