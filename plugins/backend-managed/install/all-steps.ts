// All steps of an installation.

import { join } from "node:path";
import type { PictorError } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import { toToolFault } from "../folder-faults.js";
import { writeModelPaths } from "../models/write-model-paths.js";
import { runPython } from "../python/install-packages.js";
import { toolFault } from "../python/run-tool.js";
import { freeGB } from "./machine-facts.js";
import { environmentStep, managerStep, packagesStep, requirementsStep, torchStep } from "./python-steps.js";
import type { Snapshot } from "./snapshot.js";
import { formatCommand, isInEnvironment, type Step, type StepFacts } from "./step.js";
import type { StepId } from "./steps.js";
import { torchRequirements } from "./torch-source.js";
import { cloneStep } from "./tree-step.js";
import { trialFlag, tryServer } from "./try-server.js";

/** Once torch is installed, the rest needs this share of the space. */
const shareAfterTorch = 0.25;

export function requiredGB({ settings, state, disk }: Snapshot): number {
  const { minFreeGB } = settings.install;
  const hasTorch = state.steps.torch?.status === "finished" && disk.hasEnvironment;
  return hasTorch ? minFreeGB * shareAfterTorch : minFreeGB;
}

function diskSpaceError(snapshot: Snapshot, foundGB: number): PictorError | undefined {
  const needed = requiredGB(snapshot);
  if (foundGB >= needed) return undefined;
  return managedFault("MANAGED_DISK_SPACE", {
    folder: snapshot.layout.root,
    foundGB: foundGB.toFixed(1),
    neededGB: String(needed),
  });
}

/** Leaves nothing behind: it is checked again before each download. */
const spaceStep: Step = {
  inputs: () => "",
  isOnDisk: () => true,
  problem: (snapshot) => diskSpaceError(snapshot, snapshot.facts.freeGB),
  detail: (snapshot) => [
    `${snapshot.layout.root}: ${snapshot.facts.freeGB.toFixed(1)} GB free, ${requiredGB(snapshot)} GB asked for`,
  ],
  async perform({ layout }, snapshot) {
    const problem = diskSpaceError(snapshot, await freeGB(layout.root));
    if (problem !== undefined) throw problem;
    return {};
  },
};

const modelsStep: Step = {
  applies: ({ disk }) => disk.models !== "none",
  inputs: ({ settings }) => settings.models,
  isOnDisk: ({ disk }) => disk.models === "current",
  detail: ({ layout }) => [`writes the section pictor of ${join(layout.comfy, "extra_model_paths.yaml")}`],
  async perform(instance) {
    await writeModelPaths(instance);
    return {};
  },
};

/** Imports torch if the version requires it, and starts the server once. */
const verifyStep: Step = {
  inputs: (_snapshot, token) =>
    (["clone", "environment", "torch", "requirements", "packages", "manager"] as const).map(token),
  isOnDisk: isInEnvironment,
  detail({ layout, tree, facts }) {
    const asksForTorch = torchRequirements(tree.requirements ?? "torch", facts.device).length > 0;
    const main = join(layout.comfy, "main.py");
    return [
      ...(asksForTorch ? [formatCommand([layout.python, "-I", "-c", "import torch"])] : []),
      formatCommand([layout.python, main, "--help"]),
      `${formatCommand([layout.python, main, trialFlag])} (if the version supports it)`,
    ];
  },
  async perform(instance, { tree, facts }, work) {
    if (torchRequirements(tree.requirements ?? "", facts.device).length > 0) {
      const args = ["-I", "-c", "import torch; print('torch', torch.__version__)"];
      const end = await runPython(instance, args, { cwd: instance.layout.comfy, signal: work.signal });
      if (end.kind !== "exited" || end.exitCode !== 0) throw toolFault(instance, "python", end);
      work.onLine?.(end.output.trimEnd().split("\n").at(-1) ?? "");
    }
    await tryServer(instance, facts.device, work);
    return {};
  },
};

export const allSteps: Readonly<Record<StepId, Step>> = {
  space: spaceStep,
  clone: cloneStep,
  environment: environmentStep,
  torch: torchStep,
  requirements: requirementsStep,
  packages: packagesStep,
  manager: managerStep,
  models: modelsStep,
  verify: verifyStep,
};

/** Performs a step. Refused writes become errors of this plugin. */
export async function performStep(id: StepId, ...args: Parameters<Step["perform"]>): Promise<StepFacts> {
  try {
    return await allSteps[id].perform(...args);
  } catch (error) {
    throw toToolFault(error, args[0].layout.root);
  }
}
