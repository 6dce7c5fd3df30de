// Enables, disables and removes extensions, each by one rename, which cannot be interrupted halfway.

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { extensionFault } from "@pictor/extensions";
import { moveFile, PictorError, reasonOf } from "@pictor/kernel/plugin";
import { pathExists } from "../file-entries.js";
import { git } from "../git/run-git.js";
import { listLocalChanges } from "../git/repository.js";
import type { Instance } from "../instance.js";
import type { StagingArea } from "./change/staging.js";
import { isSameFolderName } from "./files/folder-names.js";
import type { Installed } from "./installed/read-installed.js";
import { scanCustomNodes } from "./installed/scan-custom-nodes.js";

/** What is changed, and on which instance. */
interface Change {
  readonly instance: Instance;
  readonly action: "enable" | "disable" | "remove";
  readonly id: string;
}

const changeFault = ({ instance, action, id }: Change, reason: string, advice: string): PictorError =>
  extensionFault("EXTENSION_CHANGE_FAILED", { action, id, backend: instance.name, reason, advice });

/** Enables or disables an extension. Settles with the path of the extension after the change. */
export async function setEnabled(instance: Instance, one: Installed, isWanted: boolean): Promise<string> {
  const { found, extension } = one;
  if (extension.enabled === isWanted) return found.path;
  const name = isWanted ? found.place : `${found.place}.disabled`;
  const others = (await scanCustomNodes(found.folder)).filter(
    (other) => other.path !== found.path && isSameFolderName(other.place, found.place),
  );
  const inTheWay = others.find(({ state }) => state === (isWanted ? "enabled" : "suffix"));
  const change: Change = { instance, action: isWanted ? "enable" : "disable", id: extension.id };
  if (inTheWay !== undefined)
    throw changeFault(change, `${inTheWay.path} already exists`, "Remove one of the two first.");
  const target = join(found.folder, name);
  await moveEntry(change, found.path, target);
  return target;
}

async function moveEntry(change: Change, from: string, to: string): Promise<void> {
  if (await pathExists(to)) throw changeFault(change, `${to} already exists`, "Move it away first.");
  await moveFile(from, to).catch((error: unknown) => {
    const advice = "Check the permissions of its folder; the extension is unchanged.";
    throw changeFault(change, reasonOf(error), advice);
  });
}

/**
 * Deletes an extension; of a symbolic link, only the link itself. Its Python packages stay installed. Rejects with
 * `EXTENSION_CHANGE_FAILED` for a clone with local changes or unpublished commits, which would be lost.
 */
export async function removeExtension(
  instance: Instance,
  { staging }: StagingArea,
  one: Installed,
): Promise<void> {
  const { found, extension } = one;
  const { id } = extension;
  const change: Change = { instance, action: "remove", id };
  if (extension.origin === "git" && !found.isLink) {
    const own = await unpublishedWork(instance, found.path);
    const advice = "Push or undo that first, or delete the folder yourself.";
    if (own !== undefined) throw changeFault(change, own, advice);
  }
  // The rename takes effect at once. The deletion takes longer and may fail halfway.
  const trash = join(staging, `removed-${randomUUID()}`);
  await moveEntry(change, found.path, trash);
  await rm(trash, { recursive: true, force: true }).catch((error: unknown) =>
    instance.logger.warn(`Not all of ${id} could be deleted yet.`, {
      folder: trash,
      reason: reasonOf(error),
    }),
  );
}

/** Describes local changes and unpublished commits of a clone; undefined if there are none, or git cannot read the clone. */
async function unpublishedWork(instance: Instance, folder: string): Promise<string | undefined> {
  try {
    const files = await listLocalChanges(instance, { folder });
    if (files.length > 0) return `these of its files were changed by hand: ${files.slice(0, 10).join(", ")}`;
    const args = ["rev-list", "--max-count=1", "HEAD", "--branches", "--not", "--remotes", "--tags"];
    const [commit] = await git(instance, args, { folder });
    return commit === undefined ? undefined : `it has commits of its own, such as ${commit.slice(0, 10)}`;
  } catch (error) {
    if (error instanceof PictorError && error.code === "MANAGED_GIT_FAILED") return undefined;
    throw error;
  }
}
