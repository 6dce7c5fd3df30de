// What each step of an installation does. Each can be repeated after it was interrupted anywhere.

import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { managedFault } from "../faults.js";
import { clone } from "../git/clone.js";
import { headOf } from "../git/repository.js";
import type { Means, WorkOptions } from "../instance.js";
import { writeModelPaths } from "../models/write-model-paths.js";
import { pythonMissing } from "../python/find-python.js";
import { shownIndexes } from "../python/package-indexes.js";
import { installRequirements, runPython } from "../python/install-packages.js";
import { toolFailure } from "../python/run-tool.js";
import { makeVenv } from "../python/create-venv.js";
import { repairTree } from "../tree/repair-tree.js";
import { fetchTarget, moveTree, placeOf, saveChanges } from "../tree/move-tree.js";
import { replacesTorch } from "./step-details.js";
import { freeGB } from "./machine-facts.js";
import { refusalOf } from "./refusal.js";
import type { Snapshot } from "./snapshot.js";
import { spaceProblem } from "./disk-space.js";
import type { StepId } from "./steps.js";
import { torchIndexMissing, torchLines } from "./torch-source.js";
import { resolveTarget, sourceOf, versionIn } from "../tree/comfy-version.js";

/** What is recorded of it. */
type Learnt = Readonly<Record<string, string>>;
export type Action = (
  means: Means,
  /** Before it was begun. */
  snapshot: Snapshot,
  work: WorkOptions,
  /** Hash of what it is done with. */
  inputs: string,
) => Promise<Learnt>;

const space: Action = async ({ layout }, snapshot) => {
  const problem = spaceProblem(snapshot, await freeGB(layout.root));
  if (problem !== undefined) throw problem;
  return {};
};

/** What a clone that was killed has left. */
async function removePartial(comfy: string): Promise<void> {
  const folder = dirname(comfy);
  const left = (await readdir(folder)).filter((name) => name.startsWith(`${basename(comfy)}.partial-`));
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true });
}

/** What is recorded of a tree: its commit, and what it calls itself. */
export async function treeFacts(means: Means, name: string | undefined, work: WorkOptions): Promise<Learnt> {
  const { comfy } = means.layout;
  const { commit } = await headOf(means, { ...work, folder: comfy });
  const version = (await versionIn(comfy)) ?? name;
  return { commit, ...(version === undefined ? {} : { version }) };
}

const isEmpty = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length === 0,
    () => true,
  );

/** The tree is ours: made whole where it is damaged, and brought to what the settings name now. */
const keepTree: Action = async (means, snapshot, work, inputs) => {
  const record = snapshot.state.steps.clone;
  const installed = record?.facts["commit"];
  if (installed === undefined) {
    // A whole clone whose record could not be written any more: it is renamed to its place at the very end.
    if (snapshot.disk.hasTree) return treeFacts(means, undefined, work);
    throw managedFault("MANAGED_TREE_BROKEN", { name: means.name, folder: means.layout.comfy });
  }
  if (!snapshot.disk.hasTree) {
    await repairTree(means, installed, work);
    if (record?.status === "finished" && record.inputs === inputs) return treeFacts(means, undefined, work);
  }
  const target = await resolveTarget(means, means.settings.install.version, work);
  const commit = await fetchTarget(means, target, work);
  const from = await placeOf(means, work);
  const changes = await saveChanges(means, installed, target.name, work);
  if (commit !== from.commit) await moveTree(means, { from, commit, name: target.name, changes }, work);
  return treeFacts(means, target.name, work);
};

const cloneTree: Action = async (means, snapshot, work, inputs) => {
  const { comfy } = means.layout;
  await removePartial(comfy);
  if (!(await isEmpty(comfy))) return keepTree(means, snapshot, work, inputs);
  await rm(comfy, { recursive: true, force: true });
  const target = await resolveTarget(means, means.settings.install.version, work);
  work.onLine?.(`Version: ${target.name}`);
  // Its history is many times as large as what runs.
  await clone(means, sourceOf(means), comfy, { ...work, ref: target.ref, isShallow: true });
  return treeFacts(means, target.name, work);
};

const environment: Action = async (means, { facts }, work) => {
  if (facts.python.kind === "none" && !facts.hasUv) throw pythonMissing(facts.python.found);
  const python = facts.python.kind === "found" ? facts.python.python : undefined;
  const { venv = "" } = means.layout;
  return { python: await makeVenv(means, venv, python, facts.hasUv, work) };
};

const torch: Action = async (means, snapshot, work) => {
  const { device, torch: source, platform } = { ...snapshot.facts, platform: means.platform };
  const lines = torchLines(snapshot.tree.requirements ?? "", device);
  if (lines.length === 0) return {};
  if (source.kind === "unknown") throw torchIndexMissing(device, platform);
  const { indexes } = source;
  await installRequirements(means, { lines }, { ...work, indexes, reinstall: replacesTorch(snapshot) });
  return { device, index: shownIndexes(indexes).join(" ") };
};

const fileOf =
  (file: string): Action =>
  async (means, _snapshot, work) => {
    const path = join(means.layout.comfy, file);
    if (existsSync(path)) await installRequirements(means, { file: path }, work);
    return {};
  };

const packages: Action = async (means, _snapshot, work) => {
  await installRequirements(means, { lines: means.settings.install.packages }, work);
  return {};
};

const models: Action = async (means) => {
  await writeModelPaths(means);
  return {};
};

/** Torch is imported where the version asks for it, and the server's own program must be able to answer. */
const verify: Action = async (means, { tree, facts }, work) => {
  const asksForTorch = torchLines(tree.requirements ?? "", facts.device).length > 0;
  const probes: readonly (readonly [string, readonly string[]])[] = [
    ...(asksForTorch
      ? [["python", ["-I", "-c", "import torch; print('torch', torch.__version__)"]] as const]
      : []),
    ["main.py --help", ["main.py", "--help"]],
  ];
  for (const [tool, args] of probes) {
    // The help is long, and nobody asked for it.
    const quiet = work.signal === undefined ? {} : { signal: work.signal };
    const end = await runPython(means, args, { cwd: means.layout.comfy, ...quiet });
    if (end.kind !== "exited" || end.exitCode !== 0) throw toolFailure(means, tool, end);
    if (tool === "python") work.onLine?.(end.output.trimEnd().split("\n").at(-1) ?? "");
  }
  return {};
};

const actions: Readonly<Record<StepId, Action>> = {
  space,
  clone: cloneTree,
  environment,
  torch,
  requirements: fileOf("requirements.txt"),
  packages,
  manager: fileOf("manager_requirements.txt"),
  models,
  verify,
};

/** Rejects with errors of this plugin; refusals of the file system become some. */
export async function act(id: StepId, ...args: Parameters<Action>): Promise<Learnt> {
  try {
    return await actions[id](...args);
  } catch (error) {
    throw refusalOf(error, args[0].layout.root);
  }
}
