// Checks whether an instance can be started, without a start.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { managedFault } from "../faults.js";
import type { Instance, WorkOptions } from "../instance.js";
import { runPython } from "../python/install-packages.js";
import { describeExit, errorLines } from "../python/run-tool.js";
import { installedState } from "./installed-state.js";

/** A path for the example in the error: that of an existing Python beside ComfyUI, else a usual path. */
function guessPython({ layout, platform }: Pick<Instance, "layout" | "platform">): string {
  const inVenv = platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"];
  const places = ["venv", ".venv"].map((name) => join(layout.comfy, name, ...inVenv));
  // The Python of the portable ComfyUI for Windows.
  const portable = join(dirname(layout.comfy), "python_embeded", "python.exe");
  return [...places, portable].find((path) => existsSync(path)) ?? join(layout.comfy, "venv", ...inVenv);
}

/**
 * For a ComfyUI that Pictor did not install, imports torch, which takes seconds. Rejects with `MANAGED_NOT_INSTALLED`, or
 * with `MANAGED_PYTHON_UNFIT` when that import fails.
 */
export async function checkStartable(instance: Instance, { signal }: WorkOptions = {}): Promise<void> {
  const { name, layout, logger } = instance;
  const found = await installedState(instance);
  if (found.state === "absent") throw managedFault("MANAGED_NOT_INSTALLED", { name, reason: found.reason });
  if (layout.isOurs) return;
  logger.info(`${name}: checking whether ${layout.python} has torch`);
  // Runs Python without -I, as the server does, so that packages of the user count.
  const end = await runPython(instance, ["-c", "import torch"], {
    cwd: layout.comfy,
    signal,
  });
  if (end.kind === "exited" && end.exitCode === 0) return;
  const lines = end.kind === "not-started" ? [] : end.output.split(/\r?\n/).filter((line) => line.trim());
  throw managedFault("MANAGED_PYTHON_UNFIT", {
    folder: layout.comfy,
    python: layout.python,
    reason: errorLines(lines).at(-1)?.trim() ?? `it ${describeExit(end)}`,
    example: guessPython(instance),
  });
}
