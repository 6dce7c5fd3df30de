// Updates an extension from the source that it was installed from: a clone, or another version of the registry.

import { extensionFault, isWanted, versionOf } from "@pictor/extensions";
import { type ExtensionSpec, moveFile } from "@pictor/kernel/plugin";
import { updateClone } from "./clones/update-clone.js";
import type { Installed } from "./installed/read-installed.js";
import { type Change, updateFault, withJournal } from "./change/change.js";
import { join } from "node:path";
import { carryFiles, findCollisions, untrackedFiles } from "./change/carry-files.js";
import { inodeOf } from "./change/journal.js";
import { installPackages, runInstallScript } from "./change/run-setup.js";
import { downloadArchive } from "./registry/download-archive.js";
import { versionInRegistry } from "./registry/registry-of.js";

/**
 * Replaces the installed version. Files that its archive did not contain, such as downloaded models, are kept. Rejects with
 * `EXTENSION_...`; the old version is restored then.
 */
async function switchVersion(
  change: Change,
  wanted: ExtensionSpec,
  { found, extension }: Installed,
): Promise<void> {
  const id = extension.registryId ?? extension.place;
  const { version: installed } = extension;
  if (wanted.version !== undefined && isWanted(wanted, installed)) return;
  const version = await versionInRegistry(change, wanted, id);
  if (installed !== undefined && versionOf(version) === installed) return;
  const { path } = found;
  const staged = await downloadArchive(change, id, version);
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

/** Updates an extension. Rejects with `EXTENSION_...` or `MANAGED_...`; the extension is unchanged then. */
export async function updateExtension(change: Change, wanted: ExtensionSpec, one: Installed): Promise<void> {
  const { found, extension } = one;
  const refused = (reason: string, advice: string) => updateFault(change, reason, advice);
  if (found.isLink)
    throw refused("it is a link to a folder elsewhere", "Update the extension in that folder.");
  if (extension.origin === "git") return updateClone(change, wanted, found.path);
  if (extension.origin !== "registry")
    throw refused(
      "its source is not known",
      "Remove the extension and install it again, or put the new files there yourself.",
    );
  if (wanted.commit !== undefined && wanted.version === undefined)
    throw refused("it came from the registry, which has no commits", "Remove it, and install that commit.");
  return switchVersion(change, wanted, one);
}
