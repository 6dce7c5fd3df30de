// Runs main.py of an installation to its end, for what it prints.

import { linkedController, type ProcessExit } from "@pictor/kernel/plugin";
import type { Instance, WorkOptions } from "../instance.js";
import { serverEnvironment } from "./server-environment.js";

/** Ends the program after `limitMs`. The lines are wide and without colors. Rejects with the signal's reason. */
export async function runMain(
  instance: Instance,
  args: readonly string[],
  limitMs: number,
  { signal, onLine }: WorkOptions,
): Promise<ProcessExit> {
  const { run, layout, clock } = instance;
  const { controller, release } = linkedController(signal);
  const cancel = clock.after(limitMs, () => controller.abort());
  const end = await run(layout.python, ["main.py", ...args], {
    cwd: layout.comfy,
    env: { ...serverEnvironment(instance), COLUMNS: "200", NO_COLOR: "1" },
    signal: controller.signal,
    ...(onLine === undefined ? {} : { onLine }),
  }).ended;
  cancel();
  release();
  signal?.throwIfAborted();
  return end;
}
