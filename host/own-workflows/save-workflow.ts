// Saves a workflow as a plugin in the user's plugin folder, and removes it.

import { join } from "node:path";
import { removePlugin } from "../user-plugins/change-plugins.js";
import { placePlugin, type PlaceOptions } from "../user-plugins/place-plugin.js";
import { userPluginFolder } from "../user-plugins/user-folder.js";
import { pluginIdOf, workflowFiles, type WorkflowSource } from "./workflow-files.js";

/**
 * Writes the plugin, in place of an earlier one of the same id. Resolves to its folder. Rejects with `PLUGIN_NAME_TAKEN` if
 * another plugin has a workflow of this id, with the problem of the manifest, or with `FILE_NOT_WRITABLE`.
 */
export const saveWorkflow = (source: WorkflowSource, options: PlaceOptions): Promise<string> =>
  placePlugin(workflowFiles(source), { kind: "graph", name: source.title }, options);

/** Resolves to the folder that was removed. Rejects with `PLUGIN_NOT_ADDED` if no such workflow was saved. */
export async function removeWorkflow(workflow: string, options: Pick<PlaceOptions, "env">): Promise<string> {
  const plugin = pluginIdOf(workflow);
  await removePlugin(plugin, options);
  return join(userPluginFolder(options.env), plugin);
}
