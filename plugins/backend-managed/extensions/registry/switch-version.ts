// Replaces an extension from the registry by another version of it.

import { join } from "node:path";
import { moveFile } from "@pictor/kernel/plugin";
import { extensionFault, isWanted, versionOf } from "@pictor/extensions";
import type { ExtensionSpec } from "@pictor/kernel/plugin";
import { carryFiles, findCollisions, untrackedFiles } from "../change/carry-files.js";
import { inodeOf } from "../change/journal.js";
import type { Installed } from "../installed/read-installed.js";
import { installPackages, runInstallScript } from "../change/run-setup.js";
import { withJournal, type Change } from "../change/change.js";
import { downloadArchive } from "./download-archive.js";
import { versionInRegistry } from "./registry-of.js";

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
