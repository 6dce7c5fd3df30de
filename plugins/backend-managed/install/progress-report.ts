// Reports the progress of long work: notes for the host, and lines for logs/install.log, which has every command line and
// every line of its tools; a new file for each installation.

import { type StepProgress, ensureFolder, withoutUndefined } from "@pictor/kernel/plugin";
import type { WorkOptions, Instance } from "../instance.js";
import { type WorkLog, openWorkLog } from "../logs/work-log.js";
import { join } from "node:path";
import { withFolderFaults } from "../folder-faults.js";
import { rotateFiles } from "../logs/rotate-files.js";
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

export type Report = ReturnType<typeof createReport>;

/** The percentage in lines such as "Receiving objects:  45% (45/100)", from 0 to 1. Pure. */
export function parseFraction(line: string): number | undefined {
  const percent = /(?:^|\s)(\d{1,3})%/.exec(line)?.[1];
  return percent === undefined ? undefined : Math.min(1, Number(percent) / 100);
}

/** Each note describes the current step. */
export function createReport(
  log: WorkLog,
  progress: ((note: StepProgress) => void) | undefined,
  signal: AbortSignal | undefined,
) {
  let current = { step: "", title: "", index: -1 };
  let count = 0;
  const emit = (line?: string): void => {
    const fraction = line === undefined ? undefined : parseFraction(line);
    progress?.(withoutUndefined({ ...current, count: Math.max(count, current.index + 1), fraction, line }));
  };
  const onLine = (line: string): void => {
    const text = line.trimEnd();
    if (text === "") return;
    // The log contains only the last state of a progress bar.
    if ((parseFraction(text) ?? 1) === 1) log.write(`  ${text}`);
    emit(text);
  };
  return {
    log,
    /** Sets the number of steps that are still to come. */
    expectSteps(more: number) {
      count = current.index + 1 + more;
    },
    /** Begins the next step. */
    step(step: string, title: string) {
      current = { step, title, index: current.index + 1 };
      log.write(`== ${title}`);
      emit();
    },
    /** Reports a failure after which the work continues, to host and log. */
    warn(text: string) {
      log.write(`!! ${text}`);
      progress?.({ ...current, count: Math.max(count, current.index + 1), warning: text });
    },
    /** Options for the tools of the current step. */
    toolOptions: { onLine, signal } satisfies WorkOptions,
  };
}
