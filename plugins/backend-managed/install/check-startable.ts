// Checks whether an instance can be started, without a start.

import { join } from "node:path";
import { managedFault } from "../faults.js";
import type { Instance, WorkOptions } from "../instance.js";
import { runPython } from "../python/install-packages.js";
import { pythonInVenv } from "../python-paths.js";
import { describeExit, errorLines } from "../python/run-tool.js";
import { installedState } from "./installed-state.js";

/**
 * For a ComfyUI that Pictor did not install, imports torch, which takes seconds. Rejects with `MANAGED_NOT_INSTALLED`, or
 * with `MANAGED_PYTHON_UNFIT` when that import fails.
 */
export async function checkStartable(instance: Instance, { signal }: WorkOptions = {}): Promise<void> {
  const { name, layout, logger, platform } = instance;
  const found = await installedState(instance);
  if (found.state === "absent") throw managedFault("MANAGED_NOT_INSTALLED", { name, reason: found.reason });
  if (layout.isOurs) return;
  logger.info(`${name}: checking whether ${layout.python} has torch`);
  // Runs Python without -I, as the server does, so that packages of the user count.
  const end = await runPython(instance, ["-c", "import torch"], { cwd: layout.comfy, signal });
  if (end.kind === "exited" && end.exitCode === 0) return;
  const lines = end.kind === "not-started" ? [] : end.output.split(/\r?\n/).filter((line) => line.trim());
  throw managedFault("MANAGED_PYTHON_UNFIT", {
    folder: layout.comfy,
    python: layout.python,
    reason: errorLines(lines).at(-1)?.trim() ?? `it ${describeExit(end)}`,
    example: pythonInVenv(join(layout.comfy, "venv"), platform),
  });
}
