// The file access of a plugin whose manifest asks for the permission `files`.

import type { Files, PluginContext } from "@pictor/kernel/plugin";

/** Returns the plugin's `files`. Throws TypeError when its manifest does not ask for the permission. */
export function requireFiles({ files }: Pick<PluginContext, "files">): Files {
  if (files === undefined)
    throw new TypeError('the manifest of this plugin does not ask for the permission "files"');
  return files;
}
