// Finds the Python that creates the environment, and uv.

import { managedFault } from "../faults.js";
import type { Instance, WorkOptions } from "../instance.js";
import { systemPythons, type Command } from "../python-paths.js";
import { pythonEnvironment } from "./python-environment.js";
import { describeExit, runToEnd } from "./run-tool.js";
import {
  isSupportedPython,
  minPythonText,
  parseProbe,
  parseVersion,
  probeScript,
  versionText,
  type PythonFacts,
} from "./python-version.js";

/** Commands in the order in which they are tried; only `named` if it is set. */
export const pythonCandidates = (named: string, platform: NodeJS.Platform): readonly Command[] =>
  named === "" ? systemPythons(platform) : [[named]];

export type PythonSearch =
  | { readonly kind: "found"; readonly python: PythonFacts }
  /** `found`: what was tried and why it cannot be used. */
  | { readonly kind: "none"; readonly found: string };

async function tryPython(
  instance: Instance,
  [file, ...args]: Command,
  options: WorkOptions,
): Promise<PythonFacts | string> {
  const env = pythonEnvironment;
  const { signal } = options;
  const end = await runToEnd(instance, file, [...args, "-I", "-c", probeScript], { signal, env });
  const shown = [file, ...args].join(" ");
  if (end.kind === "exited" && end.exitCode === 0) {
    const facts = parseProbe(end.output);
    if (facts === undefined) return `${shown} does not answer as Python does`;
    return isSupportedPython(facts.version) ? facts : `${shown} is ${versionText(facts.version)}`;
  }
  if (end.kind === "not-started") {
    return end.code === "ENOENT" ? `${shown} was not found` : `${shown} could not be started (${end.code})`;
  }
  if (end.output.includes("Microsoft Store"))
    return `${shown} is not a Python, but leads to the Microsoft Store`;
  // Python 2 does not know the arguments of the first call.
  const asked = await runToEnd(instance, file, [...args, "--version"], { signal, env });
  const version = asked.kind === "exited" ? parseVersion(asked.output) : undefined;
  return version === undefined || isSupportedPython(version)
    ? `${shown} ${describeExit(end)}`
    : `${shown} is ${versionText(version)}`;
}

/** The first command that is a supported Python. */
export async function findPython(instance: Instance, options: WorkOptions = {}): Promise<PythonSearch> {
  const refused: string[] = [];
  for (const command of pythonCandidates(instance.settings.python, instance.platform)) {
    const answer = await tryPython(instance, command, options);
    if (typeof answer !== "string") return { kind: "found", python: answer };
    refused.push(answer);
  }
  // If a command exists but cannot be used, the missing ones are not mentioned.
  const existing = refused.filter((reason) => !reason.endsWith("was not found"));
  const found = existing.length > 0 ? existing : refused.slice(0, 2);
  return { kind: "none", found: found.join(", ") };
}

export const pythonMissingFault = (found: string) =>
  managedFault("MANAGED_PYTHON_MISSING", { needed: minPythonText, found });

/** Whether uv is used. Rejects with `MANAGED_UV_MISSING` when the settings require a missing uv. */
export async function shouldUseUv(instance: Instance, options: WorkOptions = {}): Promise<boolean> {
  const { uv } = instance.settings.install;
  if (uv === "never") return false;
  const { signal } = options;
  const end = await runToEnd(instance, "uv", ["--version"], { signal, env: pythonEnvironment });
  if (end.kind === "exited" && end.exitCode === 0 && end.output.startsWith("uv ")) return true;
  if (uv === "always") {
    const reason = end.kind === "not-started" ? end.reason : `it ${describeExit(end)}`;
    throw managedFault("MANAGED_UV_MISSING", { name: instance.name, reason });
  }
  return false;
}
