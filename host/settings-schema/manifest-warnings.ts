// For plugin authors: declarations in a plugin.json that are valid but have no effect.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findUnmatchedFilters, type Manifest, type PictorError, type PluginSource } from "@pictor/kernel";
import { schemasOf } from "./schemas-of.js";
import { findUnknownNames } from "./unknown-names.js";

/**
 * The filters that match no contribution of the plugin in `path` or of the plugins in `beside`, and the names in the
 * settings schemas that no field has. `path` has a valid manifest. Runs no plugin code.
 */
export async function findManifestWarnings(
  path: string,
  beside: readonly PluginSource[],
): Promise<readonly PictorError[]> {
  const file = join(path, "plugin.json");
  const manifest = JSON.parse(await readFile(file, "utf8")) as Manifest;
  return [
    ...(await findUnmatchedFilters(path, beside)),
    ...schemasOf(manifest).flatMap(({ schema, pointer }) => findUnknownNames(schema, file, pointer)),
  ];
}
