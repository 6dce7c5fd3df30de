// The folder in which changes are prepared: outside custom_nodes, but on the same file system, so that a rename suffices.

import { realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ensureFolder } from "@pictor/kernel/plugin";
import type { Instance } from "../../instance.js";

export interface StagingArea {
  /** Folder of the lock, the journal and the staging folder. */
  readonly root: string;
  /** Incomplete and removed extensions. */
  readonly staging: string;
  /** Path of the journal, which describes the change in progress. */
  readonly journal: string;
}

/**
 * The instance's folder; for a ComfyUI that Pictor did not install, or custom_nodes on another disk, `.pictor` beside
 * custom_nodes, so that two instances of one ComfyUI share the lock.
 */
export async function stagingAreaOf({ layout }: Pick<Instance, "layout">): Promise<StagingArea> {
  const real = await realpath(layout.customNodes).catch(() => layout.customNodes);
  const isHere = layout.isOurs && (await isOneDisk(layout.root, real));
  const root = isHere ? layout.root : join(dirname(real), ".pictor");
  return { root, staging: join(root, "staging"), journal: join(root, "extensions.json") };
}

/** Whether two paths are on the same disk; true also when a path does not exist. */
async function isOneDisk(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
  return a === undefined || b === undefined || a.dev === b.dev;
}

export async function makeStagingArea({ root, staging }: StagingArea): Promise<void> {
  await ensureFolder(root, 0o700);
  await ensureFolder(staging, 0o700);
}
