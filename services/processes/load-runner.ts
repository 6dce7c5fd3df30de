// Imports the runner of programs when the first plugin with the permission `process` is loaded, because execa has more than
// a hundred modules.

import type { Runner } from "@pictor/kernel";
import type { RunDependencies } from "./runner.js";

/** Starts programs; see `Programs`. */
export async function loadRunner(dependencies: RunDependencies): Promise<Runner> {
  const { Programs } = await import("./runner.js");
  return new Programs(dependencies);
}
