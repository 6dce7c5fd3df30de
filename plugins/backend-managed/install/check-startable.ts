// Checks whether an instance can be started, without a start.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProcessExit } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import type { Instance, WorkOptions } from "../instance.js";
import { requireArguments } from "../launch/require-arguments.js";
import { runPython } from "../python/install-packages.js";
import { isLink, pythonInVenv } from "../python-paths.js";
import {
  isSupportedPython,
  minPython,
  parseRequiredPython,
  parseVersion,
  torchScript,
  versionText,
  type OldestPython,
} from "../python/python-version.js";
import { describeExit, errorLines } from "../python/run-tool.js";
import { requireInstalled } from "./installed-state.js";

/**
 * Why a Python cannot run ComfyUI, by the end of `torchScript`; undefined if it can. `required`: the oldest Python that
 * this ComfyUI supports. A ComfyUI that does not say so is older than the versions that need Python 3.10, so a Python
 * that has torch suffices.
 */
function unfitReason(
  end: ProcessExit,
  python: string,
  required: OldestPython | undefined,
): string | undefined {
  if (end.kind === "not-started" && end.code === "ENOENT" && isLink(python))
    return "it is a link to a Python that is no longer there, so its virtual environment has to be created again";
  if (end.kind === "not-started") return `it ${describeExit(end)}`;
  const hasTorch = end.kind === "exited" && end.exitCode === 0;
  const oldest = required ?? (hasTorch ? undefined : minPython);
  const version = parseVersion(end.output);
  if (version !== undefined && oldest !== undefined && !isSupportedPython(version, oldest))
    return `it is Python ${versionText(version)}, and ComfyUI needs ${oldest.join(".")} or newer`;
  if (hasTorch) return undefined;
  const lines = end.output.split(/\r?\n/).filter((line) => line.trim() !== "" && !/^Python \d/.test(line));
  return errorLines(lines).at(-1)?.trim() ?? `it ${describeExit(end)}`;
}

/**
 * For a ComfyUI that Pictor did not install, imports torch, which takes seconds. Rejects with `MANAGED_ARGUMENTS`, with
 * `MANAGED_NOT_INSTALLED`, or with `MANAGED_PYTHON_UNFIT` when that import fails.
 */
export async function checkStartable(instance: Instance, { signal }: WorkOptions = {}): Promise<void> {
  const { name, layout, logger, platform } = instance;
  requireArguments(instance);
  await requireInstalled(instance);
  if (layout.isOurs) return;
  logger.info(`${name}: checking whether ${layout.python} has torch`);
  // Runs Python without -I, as the server does, so that packages of the user count.
  const end = await runPython(instance, ["-c", torchScript], { cwd: layout.comfy, signal });
  const project = await readFile(join(layout.comfy, "pyproject.toml"), "utf8").catch(() => "");
  const reason = unfitReason(end, layout.python, parseRequiredPython(project));
  if (reason === undefined) return;
  const usual = pythonInVenv(join(layout.comfy, "venv"), platform);
  throw managedFault("MANAGED_PYTHON_UNFIT", {
    folder: layout.comfy,
    python: layout.python,
    reason,
    example: usual === layout.python ? pythonInVenv(join(layout.comfy, ".venv"), platform) : usual,
  });
}
