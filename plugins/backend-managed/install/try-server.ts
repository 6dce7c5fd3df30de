// Starts the installed server once, up to the point where it would listen, as the last check of an installation.

import { withoutUndefined } from "@pictor/kernel/plugin";
import type { Instance, WorkOptions } from "../instance.js";
import { flagsOfHelp } from "../launch/known-flags.js";
import { requireArguments } from "../launch/require-arguments.js";
import { argumentsOf } from "../launch/server-arguments.js";
import { runMain } from "../launch/run-main.js";
import { missingModule, missingModuleAdvice, missingPackage } from "../python/missing-module.js";
import { toolFault } from "../python/run-tool.js";

/** With this flag ComfyUI loads everything, and then ends instead of listening. */
export const trialFlag = "--quick-test-for-ci";

/**
 * Runs `main.py --help`, and a start without listening if the version supports the flag for that. Rejects with
 * `MANAGED_TOOL_FAILED`, whose advice names a missing Python module, or with the signal's reason.
 */
export async function tryServer(
  instance: Instance,
  torchDevice: string,
  { signal, onLine }: WorkOptions,
): Promise<void> {
  const { launch } = instance.settings;
  const run = async (args: readonly string[], shown: string, listener?: WorkOptions["onLine"]) => {
    const work = { signal, onLine: listener };
    const end = await runMain(instance, args, launch.startTimeoutMs, work);
    if (end.kind === "exited" && end.exitCode === 0) return end.output;
    const module = missingModule(end.kind === "not-started" ? [] : [end.output]);
    const advice = module === undefined ? undefined : missingModuleAdvice(module, instance).trimEnd();
    const wanted = module === undefined ? undefined : missingPackage(module);
    throw toolFault(instance, `main.py ${shown}`, end, withoutUndefined({ advice, missingPackage: wanted }));
  };
  // The lines of the help are not reported: there are too many.
  const known = flagsOfHelp(await run(["--help"], "--help"));
  if (!known.has(trialFlag)) return;
  const typed = requireArguments(instance);
  const { argv } = argumentsOf({ launch, typed, torchDevice, known });
  await run([...argv, trialFlag], trialFlag, onLine);
}
