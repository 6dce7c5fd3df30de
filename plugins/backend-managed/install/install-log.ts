// logs/install.log: every command line and every line of its tools; a new file for each installation.

import { createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, systemCode } from "@pictor/kernel/plugin";
import type { Instance } from "../instance.js";
import { refusalOf } from "./refusal.js";

/** install.log, install.1.log (the one before), ... */
const keptLogs = 5;

export interface InstallLog {
  /** Absolute. */
  readonly file: string;
  /** Without credentials: that is up to the caller. */
  write(line: string): void;
  end(): Promise<void>;
}

const numbered = (folder: string, index: number): string =>
  join(folder, index === 0 ? "install.log" : `install.${index}.log`);

/** The log of the newest installation. */
export const installLog = (folder: string): string => numbered(folder, 0);

export async function openLog({ layout, clock }: Instance): Promise<InstallLog> {
  const file = numbered(layout.logs, 0);
  try {
    await makeFolder(layout.logs);
    for (let index = keptLogs - 1; index >= 0; index--) {
      await rename(numbered(layout.logs, index), numbered(layout.logs, index + 1)).catch(ignoreMissing);
    }
  } catch (error) {
    throw refusalOf(error, layout.logs);
  }
  const stream = createWriteStream(file, { flags: "a" });
  // A log that cannot be written must not end what it tells of.
  stream.on("error", () => undefined);
  return {
    file,
    write: (line) => {
      stream.write(`${new Date(clock.now()).toISOString()} ${line}\n`);
    },
    end: () =>
      new Promise((resolve) => {
        stream.end(() => {
          resolve();
        });
      }),
  };
}

function ignoreMissing(error: unknown): void {
  if (systemCode(error) !== "ENOENT") throw error;
}
