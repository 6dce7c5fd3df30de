// Writes a plugin whose files this program has made into the user's plugin folder. None of its code is run.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { discard } from "@pictor/kernel";
import type { PluginSource } from "@pictor/kernel";
import { checkStaged } from "./check-staged.js";
import { createScratch } from "./create-scratch.js";
import { folderDigest } from "./folder-digest.js";
import type { PinnedSource } from "./lock.js";
import { moveIntoPlace } from "./move-into-place.js";
import { userPluginFolder } from "./user-folder.js";

export interface PlaceOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The built-in plugins, whose names no other plugin may have. */
  readonly builtins: readonly PluginSource[];
}

/**
 * `files` are texts by their names. A plugin of the same id that was added or placed before is replaced. Resolves to the folder.
 * Rejects as `stagePlugin`.
 */
export async function placePlugin(
  files: Readonly<Record<string, string>>,
  source: PinnedSource & { readonly kind: "graph" },
  { env, builtins }: PlaceOptions,
): Promise<string> {
  const userFolder = userPluginFolder(env);
  const scratch = await createScratch(userFolder);
  try {
    const from = join(scratch, "plugin");
    await mkdir(from);
    for (const [name, text] of Object.entries(files)) await writeFile(join(from, name), text);
    const check = () => checkStaged(from, source.name, { builtins, userFolder });
    const { id, version } = await check();
    const entry = { version, source, integrity: await folderDigest(from) };
    const move = { id, from, userFolder, scratch, entry, source: source.name };
    return await moveIntoPlace({ ...move, recheck: check });
  } finally {
    await discard(scratch);
  }
}
