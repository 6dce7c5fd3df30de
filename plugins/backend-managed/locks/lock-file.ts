// One lock file of an instance, held by one process at a time.

import { join } from "node:path";
import { ensureFolder, systemCode } from "@pictor/kernel/plugin";
import { withFolderFaults } from "../folder-faults.js";
import type { Instance } from "../instance.js";

/** Each kind of lock has a file of its own: the library distinguishes locks by file. */
export interface LockKind {
  readonly file: "install" | "server";
  /** A lock whose holder has not renewed it for so long is taken over. */
  readonly staleMs: number;
  /** Mode of the instance's folder, for the case that acquiring the lock creates the folder. */
  readonly folderMode?: number;
}

/**
 * Takes `<root>/<file>.lock`; undefined when another process holds it. Rejects with `MANAGED_FOLDER_NOT_WRITABLE` or
 * `MANAGED_DISK_FULL`.
 */
export async function acquireLock(
  { name, layout: { root }, logger }: Pick<Instance, "name" | "layout" | "logger">,
  { file, staleMs, folderMode }: LockKind,
): Promise<(() => Promise<void>) | undefined> {
  const { lock } = await import("proper-lockfile");
  return withFolderFaults(root, async () => {
    await ensureFolder(root, folderMode);
    try {
      const release = await lock(join(root, file), {
        realpath: false,
        stale: staleMs,
        update: staleMs / 4,
        onCompromised: () => {
          logger.warn(
            `Another process took over the ${file} lock of "${name}", because this one was suspended.`,
          );
        },
      });
      // A failure to release is ignored: a lock that another process took over is gone, and a lock that cannot be removed becomes stale.
      return () => release().catch(() => undefined);
    } catch (error) {
      if (systemCode(error) === "ELOCKED") return undefined;
      throw error;
    }
  });
}
