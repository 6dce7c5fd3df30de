// What a server lacks of the extensions that a graph needs, in words. Pure.

import type { Catalog, ExtensionRequirement, InstalledExtension } from "@pictor/kernel/plugin";
import { decide } from "./decide-steps.js";

/**
 * `the extension comfyui-impact-pack (update)` for each. What cannot be found out about an extension does not count
 * against the server.
 */
export const lackingExtensions = (
  requires: readonly ExtensionRequirement[],
  installed: readonly InstalledExtension[],
  catalog: Catalog,
): readonly string[] =>
  decide(requires, installed, [], { classes: catalog })
    .filter(({ kind }) => kind !== "ok" && kind !== "unverifiable")
    .map(({ id, kind }) => `the extension ${id} (${kind})`);
