// logs/install.log: every command line and every line of its tools; a new file for each installation.

import { join } from "node:path";
import { ensureFolder } from "@pictor/kernel/plugin";
import { withFolderFaults } from "../folder-faults.js";
import type { Instance } from "../instance.js";
import { rotateFiles } from "../logs/rotate-files.js";
import { openWorkLog, type WorkLog } from "../logs/work-log.js";
import { redactCredentials } from "../python/redact-credentials.js";
import { addressesOf } from "../python/run-tool.js";

const maxOldLogs = 5;

/** The log of the newest installation. */
export const installLog = (folder: string): string => join(folder, "install.log");

/** Opens a new log. Rejects with `MANAGED_FOLDER_NOT_WRITABLE` or `MANAGED_DISK_FULL`. */
export async function openInstallLog(instance: Instance): Promise<WorkLog> {
  const { layout, clock } = instance;
  const addresses = addressesOf(instance);
  await withFolderFaults(layout.logs, async () => {
    await ensureFolder(layout.logs);
    await rotateFiles(installLog(layout.logs), 0, maxOldLogs);
  });
  return openWorkLog(installLog(layout.logs), clock, (line) => redactCredentials(line, addresses));
}
