// The actions of the installation steps. Each can be repeated after an interruption at any point.

import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { managedFault } from "../faults.js";
import { isEmptyFolder } from "../file-entries.js";
import { clone } from "../git/clone.js";
import { readHead } from "../git/repository.js";
import type { Instance, WorkOptions } from "../instance.js";
import { writeModelPaths } from "../models/write-model-paths.js";
import { pythonMissingFault } from "../python/find-python.js";
import { displayIndexes } from "../python/package-indexes.js";
import { installRequirements, runPython } from "../python/install-packages.js";
import { toolFault } from "../python/run-tool.js";
import { createVenv } from "../python/create-venv.js";
import { repairTree } from "../tree/repair-tree.js";
import { fetchVersion, checkOutVersion, readCheckout, saveLocalChanges } from "../tree/move-tree.js";
import { reinstallsTorch } from "./step-details.js";
import { freeGB } from "./machine-facts.js";
import { toStepFault } from "./step-faults.js";
import type { Snapshot } from "./snapshot.js";
import { diskSpaceError } from "./disk-space.js";
import type { StepId } from "./steps.js";
import { tryServer } from "./try-server.js";
import { torchIndexFault, torchRequirements } from "./torch-source.js";
import { resolveTarget, comfySource, readTreeVersion } from "../tree/comfy-version.js";

/** Facts that are recorded with a finished step. */
type StepFacts = Readonly<Record<string, string>>;
export type StepAction = (
  instance: Instance,
  /** The state of the installation before the step. */
  snapshot: Snapshot,
  work: WorkOptions,
  /** Hash of the step's inputs. */
  inputs: string,
) => Promise<StepFacts>;

const space: StepAction = async ({ layout }, snapshot) => {
  const problem = diskSpaceError(snapshot, await freeGB(layout.root));
  if (problem !== undefined) throw problem;
  return {};
};

/** Removes the remains of killed clones. */
async function removePartial(comfy: string): Promise<void> {
  const folder = dirname(comfy);
  const left = (await readdir(folder)).filter((name) => name.startsWith(`${basename(comfy)}.partial-`));
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true });
}

/** Commit and version of the tree, to be recorded. */
export async function readTreeFacts(
  instance: Instance,
  name: string | undefined,
  work: WorkOptions,
): Promise<StepFacts> {
  const { comfy } = instance.layout;
  const { commit } = await readHead(instance, { ...work, folder: comfy });
  const version = (await readTreeVersion(comfy)) ?? name;
  return { commit, ...(version === undefined ? {} : { version }) };
}

/** Repairs a tree that Pictor cloned, and checks out the version of the settings. */
const updateTree: StepAction = async (instance, snapshot, work, inputs) => {
  const record = snapshot.state.steps.clone;
  const installed = record?.facts["commit"];
  if (installed === undefined) {
    // The clone is complete, because its rename comes last, but it could not be recorded.
    if (snapshot.disk.hasTree) return readTreeFacts(instance, undefined, work);
    throw managedFault("MANAGED_TREE_BROKEN", { name: instance.name, folder: instance.layout.comfy });
  }
  if (!snapshot.disk.hasTree) {
    await repairTree(instance, installed, work);
    if (record?.status === "finished" && record.inputs === inputs)
      return readTreeFacts(instance, undefined, work);
  }
  const target = await resolveTarget(instance, instance.settings.install.version, work);
  const commit = await fetchVersion(instance, target, work);
  const from = await readCheckout(instance, work);
  const changes = await saveLocalChanges(instance, installed, target.name, work);
  if (commit !== from.commit)
    await checkOutVersion(instance, { from, commit, name: target.name, changes }, work);
  return readTreeFacts(instance, target.name, work);
};

const cloneTree: StepAction = async (instance, snapshot, work, inputs) => {
  const { comfy } = instance.layout;
  await removePartial(comfy);
  if (!(await isEmptyFolder(comfy))) return updateTree(instance, snapshot, work, inputs);
  await rm(comfy, { recursive: true, force: true });
  const target = await resolveTarget(instance, instance.settings.install.version, work);
  work.onLine?.(`Version: ${target.name}`);
  // A shallow clone, because the history of the repository is many times larger than one version.
  await clone(instance, comfySource(instance), comfy, { ...work, ref: target.ref, isShallow: true });
  return readTreeFacts(instance, target.name, work);
};

const environment: StepAction = async (instance, { facts }, work) => {
  if (facts.python.kind === "none" && !facts.hasUv) throw pythonMissingFault(facts.python.found);
  const python = facts.python.kind === "found" ? facts.python.python : undefined;
  const { venv = "" } = instance.layout;
  return { python: await createVenv(instance, venv, python, facts.hasUv, work) };
};

const torch: StepAction = async (instance, snapshot, work) => {
  const { device, torch: source } = snapshot.facts;
  const lines = torchRequirements(snapshot.tree.requirements ?? "", device);
  if (lines.length === 0) return {};
  if (source.kind === "unknown") throw torchIndexFault(device, source.reason);
  const { indexes } = source;
  await installRequirements(instance, { lines }, { ...work, indexes, reinstall: reinstallsTorch(snapshot) });
  return { device, index: displayIndexes(indexes).join(" ") };
};

const requirementsFrom =
  (file: string): StepAction =>
  async (instance, _snapshot, work) => {
    const path = join(instance.layout.comfy, file);
    if (existsSync(path)) await installRequirements(instance, { file: path }, work);
    return {};
  };

const packages: StepAction = async (instance, _snapshot, work) => {
  await installRequirements(instance, { lines: instance.settings.install.packages }, work);
  return {};
};

const models: StepAction = async (instance) => {
  await writeModelPaths(instance);
  return {};
};

/** Imports torch if the version requires it, and starts the server once. */
const verify: StepAction = async (instance, { tree, facts }, work) => {
  const asksForTorch = torchRequirements(tree.requirements ?? "", facts.device).length > 0;
  if (asksForTorch) {
    const args = ["-I", "-c", "import torch; print('torch', torch.__version__)"];
    const end = await runPython(instance, args, { cwd: instance.layout.comfy, signal: work.signal });
    if (end.kind !== "exited" || end.exitCode !== 0) throw toolFault(instance, "python", end);
    work.onLine?.(end.output.trimEnd().split("\n").at(-1) ?? "");
  }
  await tryServer(instance, facts.device, work);
  return {};
};

const actions: Readonly<Record<StepId, StepAction>> = {
  space,
  clone: cloneTree,
  environment,
  torch,
  requirements: requirementsFrom("requirements.txt"),
  packages,
  manager: requirementsFrom("manager_requirements.txt"),
  models,
  verify,
};

/** Performs the action of a step. Refused writes become errors of this plugin. */
export async function performAction(id: StepId, ...args: Parameters<StepAction>): Promise<StepFacts> {
  try {
    return await actions[id](...args);
  } catch (error) {
    throw toStepFault(error, args[0].layout.root);
  }
}
