// For authors: everything that is wrong with one plugin folder, without running it.

import type { PictorError } from "../base/errors/pictor-error.js";
import { checkManifest } from "./check-manifest.js";
import { discover } from "./discover.js";

/** All problems of the manifest in `path`; an empty list means that it is fine. */
export async function validatePluginFolder(path: string): Promise<readonly PictorError[]> {
  const { found, problems } = discover([{ kind: "directory", path }]);
  const checked = await Promise.all(found.map(checkManifest));
  return [...problems, ...checked.flatMap((entry) => entry.problems)];
}
