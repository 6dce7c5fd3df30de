// The step that clones ComfyUI, or checks out another version of it.

import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { managedFault } from "../faults.js";
import { isEmptyFolder } from "../file-entries.js";
import { clone } from "../git/clone.js";
import { readHead } from "../git/repository.js";
import type { Instance, WorkOptions } from "../instance.js";
import { redactCredentials } from "../python/redact-credentials.js";
import { comfySource, readTreeVersion, resolveTarget } from "../tree/comfy-version.js";
import { checkOutVersion, fetchVersion, readTreeHead, saveLocalChanges } from "../tree/move-tree.js";
import { repairTree } from "../tree/repair-tree.js";
import { formatCommand, type Step, type StepFacts } from "./step.js";

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
const updateTree: Step["perform"] = async (instance, snapshot, work, inputs) => {
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
  const from = await readTreeHead(instance, work);
  const changes = await saveLocalChanges(instance, installed, target.name, work);
  if (commit !== from.commit)
    await checkOutVersion(instance, { from, commit, name: target.name, changes }, work);
  return readTreeFacts(instance, target.name, work);
};

export const cloneStep: Step = {
  inputs: ({ settings: { install } }) => [redactCredentials(install.source), install.version],
  isOnDisk: ({ disk }) => disk.hasTree,
  problem: ({ facts }) => facts.cloneProblem,
  detail({ settings, layout, disk, state }) {
    const { source, version } = settings.install;
    const shown = version === "latest" ? "<newest release>" : formatCommand([version]);
    // If Pictor has cloned a tree already, the step checks out another version.
    if (!disk.hasTree || state.steps.clone === undefined)
      return [`git clone --depth 1 --branch ${shown} ${formatCommand([source, layout.comfy])}`];
    const git = formatCommand(["git", "-C", layout.comfy]);
    return [`${git} fetch ${formatCommand([source])}`, `${git} checkout --detach ${shown}`];
  },
  async perform(instance, snapshot, work, inputs) {
    const { comfy } = instance.layout;
    await removePartial(comfy);
    if (!(await isEmptyFolder(comfy))) return updateTree(instance, snapshot, work, inputs);
    await rm(comfy, { recursive: true, force: true });
    const target = await resolveTarget(instance, instance.settings.install.version, work);
    work.onLine?.(`Version: ${target.name}`);
    // A shallow clone, because the history of the repository is many times larger than one version.
    await clone(instance, comfySource(instance), comfy, { ...work, ref: target.ref, isShallow: true });
    return readTreeFacts(instance, target.name, work);
  },
};
