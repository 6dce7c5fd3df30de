// Finds the folder for the first checkpoint of an instance.

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { absolutePath } from "@pictor/kernel/plugin";
import type { Instance } from "../instance.js";

/** ComfyUI ships its model folders with placeholder files. */
const isPlaceholder = (name: string): boolean => /^(?:\.|put_)/.test(name);

async function isEmpty(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.every((entry) => entry.isDirectory() || isPlaceholder(entry.name));
}

/** Absolute path of the folder; undefined when a checkpoint exists already or the settings may select other folders. */
export async function findEmptyCheckpoints({
  layout,
  settings,
}: Pick<Instance, "layout" | "settings">): Promise<string | undefined> {
  const { models, launch } = settings;
  if (launch.arguments.trim() !== "" || models.folders.some((entry) => /^\s*checkpoints\s*=/.test(entry)))
    return undefined;
  const own = join(layout.models, "checkpoints");
  const shared =
    models.directory === undefined ? own : join(absolutePath(models.directory, "."), "checkpoints");
  return (await isEmpty(own)) && (await isEmpty(shared)) ? shared : undefined;
}
