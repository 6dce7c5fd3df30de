// Creates the virtual environment of an instance.

import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { PictorError } from "@pictor/kernel/plugin";
import type { Instance, WorkOptions } from "../instance.js";
import { managedFault } from "../faults.js";
import { pythonEnvironment } from "./python-environment.js";
import { runToEnd, runTool } from "./run-tool.js";
import { parseProbe, probeScript, versionText, type PythonFacts } from "./python-version.js";

/** The Python that uv installs when no other is usable. */
const uvPython = "3.12";

/** The command line that creates the environment, with pip, which extensions call. Pure. */
export const venvCommand = (
  venv: string,
  python: PythonFacts | undefined,
  withUv: boolean,
): readonly [string, ...string[]] =>
  withUv || python === undefined
    ? ["uv", "venv", "--seed", "--python", python?.executable ?? uvPython, venv]
    : [python.executable, "-I", "-u", "-m", "venv", venv];

/** `MANAGED_VENV_MISSING` if the Python lacks a module that `venv` needs. Pure. */
export function venvFault({ executable, missing: [module] }: PythonFacts): PictorError | undefined {
  return module === undefined
    ? undefined
    : managedFault("MANAGED_VENV_MISSING", { python: executable, module });
}

/**
 * Creates the environment at `venv`, replacing an existing one. Settles with its Python version. Rejects with
 * `MANAGED_VENV_MISSING`, `MANAGED_DISK_FULL` or `MANAGED_TOOL_FAILED`.
 */
export async function createVenv(
  instance: Instance,
  venv: string,
  python: PythonFacts | undefined,
  withUv: boolean,
  options: WorkOptions,
): Promise<string> {
  const problem = withUv || python === undefined ? undefined : venvFault(python);
  if (problem !== undefined) throw problem;
  await rm(venv, { recursive: true, force: true });
  const [file, ...args] = venvCommand(venv, python, withUv);
  const work = { ...options, env: pythonEnvironment };
  const made = instance.layout.python;
  const tool = file === "uv" ? "uv" : "python -m venv";
  await runTool(instance, tool, file, args, work).catch((error: unknown) => {
    options.signal?.throwIfAborted();
    if (file === "uv" || !existsSync(made)) throw error;
    // venv hides the output of ensurepip, for example that the disk is full. Running ensurepip again shows the cause.
    const again = ["-m", "ensurepip", "--upgrade", "--default-pip"];
    return runTool(instance, "ensurepip", made, again, work);
  });
  const end = await runToEnd(instance, made, ["-I", "-c", probeScript], { env: pythonEnvironment });
  const facts = end.kind === "exited" ? parseProbe(end.output) : undefined;
  return facts === undefined ? "unknown" : versionText(facts.version);
}
