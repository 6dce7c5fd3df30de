// Replaces an extension from the registry by another version of it.

import { join } from "node:path";
import { moveFile } from "@pictor/kernel/plugin";
import { chooseVersion, extensionFault, isWanted, versionOf } from "@pictor/extensions";
import type { ExtensionSpec } from "@pictor/kernel/plugin";
import { carryFiles, findCollisions, untrackedFiles } from "../change/carry-files.js";
import { inodeOf } from "../change/journal.js";
import type { Installed } from "../installed/read-installed.js";
import { installPackages, runInstallScript } from "../change/run-setup.js";
import { withJournal, type Change } from "../change/change.js";
import { registryOf } from "./registry-of.js";
import { downloadArchive } from "./download-archive.js";

/**
 * Replaces the installed version. Files that its archive did not contain, such as downloaded models, are kept. Rejects with
 * `EXTENSION_...`; the old version is restored then.
 */
export async function switchVersion(
  change: Change,
  wanted: ExtensionSpec,
  { found, extension }: Installed,
): Promise<void> {
  const id = extension.registryId ?? extension.place;
  if (await isInstalled(change, wanted, id, extension.version)) return;
  const { path } = found;
  const staged = await downloadArchive(change, wanted, id);
  const inTheWay = await findCollisions(await untrackedFiles(path), staged);
  if (inTheWay.length > 0) {
    const files = inTheWay.slice(0, 10).join(", ");
    throw extensionFault("EXTENSION_LOCAL_CHANGES", { id: change.id, place: path, files });
  }
  await installPackages(change, staged);
  const old = join(change.stagingArea.staging, "old");
  const mark = (await inodeOf(staged)) ?? "";
  await withJournal(change, { kind: "replaced", path, mark, old }, async () => {
    await moveFile(path, old);
    await moveFile(staged, path);
    await carryFiles(old, path);
    await runInstallScript(change, path);
  });
}

/** Whether the wanted version is installed already, so that nothing is downloaded. */
async function isInstalled(
  { instance, options }: Change,
  wanted: ExtensionSpec,
  id: string,
  version: string | undefined,
): Promise<boolean> {
  if (version === undefined) return false;
  if (wanted.version !== undefined) return isWanted(wanted, version);
  const newest = chooseVersion(await registryOf(instance).versions(id, options), wanted);
  return newest !== undefined && versionOf(newest) === version;
}
