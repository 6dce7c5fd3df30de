// Repairs ComfyUI's tree when its repository is damaged or files are missing; existing files stay.

import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { discard, moveFile } from "@pictor/kernel/plugin";
import { ignoreMissing } from "../file-entries.js";
import { clone } from "../git/clone.js";
import { git, gitResult } from "../git/run-git.js";
import { readHead } from "../git/repository.js";
import { comfySource } from "./comfy-version.js";
import type { Instance, WorkOptions } from "../instance.js";

/** Whether git can read the checked-out commit. */
const canReadHead = (instance: Instance, work: WorkOptions): Promise<boolean> =>
  readHead(instance, { ...work, folder: instance.layout.comfy }).then(
    () => true,
    () => {
      work.signal?.throwIfAborted();
      return false;
    },
  );

/**
 * Replaces a repository that git cannot read with a new clone of `commit`, keeps the old one beside the tree, and restores
 * missing files. Does not change existing files.
 */
export async function repairTree(instance: Instance, commit: string, work: WorkOptions): Promise<void> {
  const { comfy } = instance.layout;
  const at = { ...work, folder: comfy };
  const isReadable = await canReadHead(instance, work);
  // In a working tree, files that the user deleted stay deleted.
  if (isReadable && existsSync(join(comfy, "main.py"))) return;
  if (!isReadable) {
    work.onLine?.("The repository is damaged; it is fetched again.");
    const fresh = join(dirname(comfy), `${basename(comfy)}.partial-repair`);
    const damaged = join(dirname(comfy), `${basename(comfy)}.git-damaged`);
    await rm(fresh, { recursive: true, force: true });
    await clone(instance, comfySource(instance), fresh, { ...work, ref: { kind: "commit", commit } });
    await rm(damaged, { recursive: true, force: true });
    await moveFile(join(comfy, ".git"), damaged).catch(ignoreMissing);
    await moveFile(join(fresh, ".git"), join(comfy, ".git"));
    await discard(fresh);
    await git(instance, ["update-index", "-q", "--refresh"], at).catch(() => undefined);
  }
  // The command exits with 1 when files exist, and does not overwrite them.
  await gitResult(instance, ["checkout-index", "--all", "--quiet"], at);
}
