// For plugin authors: validates one plugin folder without running its code.

import type { PictorError } from "../base/errors/pictor-error.js";
import { checkManifest } from "./check-manifest.js";
import { discoverPlugins } from "./discover-plugins.js";

/** All problems of the manifest in `path`; empty if it is valid. */
export async function validatePluginFolder(path: string): Promise<readonly PictorError[]> {
  const { found, problems } = discoverPlugins([{ kind: "directory", path }]);
  const checked = await Promise.all(found.map(checkManifest));
  return [...problems, ...checked.flatMap((entry) => entry.problems)];
}
