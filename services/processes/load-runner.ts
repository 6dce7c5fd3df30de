// The runner of programs, imported when the first plugin may run programs: execa alone is more than a hundred modules.

import type { Runner } from "@pictor/kernel";
import type { RunDependencies } from "./runner.js";

/** See `createRunner`. */
export async function loadRunner(dependencies: RunDependencies): Promise<Runner> {
  const { createRunner } = await import("./runner.js");
  return createRunner(dependencies);
}
