// Where changes are prepared: on the file system of custom_nodes, so that a rename is enough, and never inside it.

import { realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "@pictor/kernel/plugin";
import type { Instance } from "../../instance.js";

export interface StagingArea {
  /** Of the lock; made when it is not there. */
  readonly root: string;
  /** What is not whole yet, and what is on its way out. */
  readonly staging: string;
  /** What is being done, so that the next one can undo it. */
  readonly journal: string;
}

/**
 * The instance's own folder; where ComfyUI was there before or custom_nodes lies on another disk, `.pictor` beside
 * custom_nodes, so that two instances of one ComfyUI know of each other.
 */
export async function stagingAreaOf({ layout }: Pick<Instance, "layout">): Promise<StagingArea> {
  const real = await realpath(layout.customNodes).catch(() => layout.customNodes);
  const isHere = layout.isOurs && (await isOneDisk(layout.root, real));
  const root = isHere ? layout.root : join(dirname(real), ".pictor");
  return { root, staging: join(root, "staging"), journal: join(root, "extensions.json") };
}

async function isOneDisk(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
  return a === undefined || b === undefined || a.dev === b.dev;
}

export async function makeStagingArea({ root, staging }: StagingArea): Promise<void> {
  await makeFolder(root, 0o700);
  await makeFolder(staging, 0o700);
}
