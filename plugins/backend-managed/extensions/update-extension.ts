// Updates an extension from the source that it was installed from.

import { extensionFault } from "@pictor/extensions";
import type { ExtensionSpec } from "@pictor/kernel/plugin";
import { updateClone } from "./clones/update-clone.js";
import type { Installed } from "./installed/read-installed.js";
import { switchVersion } from "./registry/switch-version.js";
import type { Change } from "./change/change.js";

/** Updates an extension. Rejects with `EXTENSION_...` or `MANAGED_...`; the extension is unchanged then. */
export async function updateExtension(change: Change, wanted: ExtensionSpec, one: Installed): Promise<void> {
  const { found, extension } = one;
  const refused = (reason: string, advice: string) =>
    extensionFault("EXTENSION_UPDATE_FAILED", {
      id: change.id,
      backend: change.instance.name,
      reason,
      advice,
    });
  if (found.isLink) throw refused("it is a link to a folder that lies elsewhere", "Update it where it lies.");
  if (extension.origin === "git") return updateClone(change, wanted, found.path);
  if (extension.origin !== "registry")
    throw refused(
      "nothing tells where it came from",
      "Remove it and install it, or put the new files there yourself.",
    );
  if (wanted.commit !== undefined && wanted.version === undefined)
    throw refused("it came from the registry, which has no commits", "Remove it, and install that commit.");
  return switchVersion(change, wanted, one);
}
