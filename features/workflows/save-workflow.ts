// Saves a workflow as a plugin in the user's plugin folder, and removes it.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  placePlugin,
  readLock,
  removePlugin,
  userPluginFolder,
  type PlaceOptions,
} from "@pictor/host/user-plugins";
import { pluginIdOf } from "./own-ids.js";
import { workflowFiles, type WorkflowSource } from "./workflow-files.js";

/** The name and the files of an earlier workflow of the id; undefined if there is none, or if a file of it is missing. */
async function earlierWorkflow(plugin: string, names: readonly string[], userFolder: string) {
  const lock = await readLock(userFolder);
  const source = Object.hasOwn(lock, plugin) ? lock[plugin]?.source : undefined;
  if (source?.kind !== "graph") return undefined;
  try {
    const read = async (name: string) =>
      [name, await readFile(join(userFolder, plugin, name), "utf8")] as const;
    return { source, files: Object.fromEntries(await Promise.all(names.map(read))) };
  } catch {
    return undefined;
  }
}

/**
 * Writes the plugin, in place of an earlier one of the same id. Rejects with `PLUGIN_NAME_TAKEN` if another plugin has
 * a workflow of this id, with the problem of the manifest, or with `FILE_NOT_WRITABLE`.
 */
export async function saveWorkflow(source: WorkflowSource, options: PlaceOptions) {
  const files = workflowFiles(source);
  const plugin = pluginIdOf(source.id);
  const earlier = await earlierWorkflow(plugin, Object.keys(files), userPluginFolder(options.env));
  const folder = await placePlugin(files, { kind: "graph", name: source.title }, options);
  return {
    folder,
    /** Restores the earlier workflow of the id, or removes this one if there was none. */
    async undo() {
      if (earlier === undefined) await removePlugin(plugin, options);
      else await placePlugin(earlier.files, earlier.source, options);
    },
  };
}

/** Resolves to the folder that was removed. Rejects with `PLUGIN_NOT_ADDED` if no such workflow was saved. */
export async function removeWorkflow(workflow: string, options: Pick<PlaceOptions, "env">): Promise<string> {
  const plugin = pluginIdOf(workflow);
  await removePlugin(plugin, options);
  return join(userPluginFolder(options.env), plugin);
}
