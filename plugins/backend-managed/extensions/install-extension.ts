// Installs an extension: into the staging folder, then its packages, then a rename to custom_nodes, then its install script.

import { join } from "node:path";
import { extensionFault } from "@pictor/extensions";
import { ensureFolder, moveFile, type ExtensionSpec } from "@pictor/kernel/plugin";
import { inodeOf } from "./change/journal.js";
import { stageClone } from "./clones/clone-extension.js";
import { isSameFolderName } from "./files/folder-names.js";
import { installedEntries } from "./installed/custom-nodes-folders.js";
import { downloadArchive } from "./registry/download-archive.js";
import { versionInRegistry } from "./registry/registry-of.js";
import { installPackages, runInstallScript } from "./change/run-setup.js";
import type { Located } from "./sources/locate-extension.js";
import { withJournal, toolOptions, type Change } from "./change/change.js";

const stageArchive = async (change: Change, wanted: ExtensionSpec, id: string): Promise<string> =>
  downloadArchive(change, id, await versionInRegistry(change, wanted, id));

/** Installs an extension and settles with its folder. Rejects with `EXTENSION_...` or `MANAGED_...`; no file is left then. */
export async function installLocated(
  change: Change,
  wanted: ExtensionSpec,
  located: Located,
): Promise<string> {
  const { instance, id } = change;
  const { customNodes } = instance.layout;
  const { place } = located;
  const taken = (await installedEntries(instance)).find((found) => isSameFolderName(found.place, place));
  if (taken !== undefined) throw extensionFault("EXTENSION_PLACE_TAKEN", { id, place, path: taken.path });
  const staged =
    located.origin === "git"
      ? await stageClone(change, wanted, located.source)
      : await stageArchive(change, wanted, located.registryId);
  // A line that begins with a dash would be an option of pip, and a text with a line break would be several lines.
  const lines = located.origin === "git" ? located.pip.filter((line) => !/^\s*-|\p{Cc}/u.test(line)) : [];
  if (lines.length > 0) await change.pip(instance, { lines }, toolOptions(change));
  await installPackages(change, staged);

  await ensureFolder(customNodes);
  const path = join(customNodes, place);
  const mark = (await inodeOf(staged)) ?? "";
  await withJournal(change, { kind: "placed", path, mark }, async () => {
    await moveFile(staged, path);
    await runInstallScript(change, path);
  });
  return path;
}
