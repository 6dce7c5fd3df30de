// Logs of the work on an instance: lines of tools, each with a time stamp.

import { createWriteStream } from "node:fs";
import type { Clock } from "@pictor/kernel/plugin";

export type WorkLog = ReturnType<typeof openWorkLog>;

/**
 * Appends to `file`; `redact` removes credentials from each line. A log that cannot be written does not fail the work
 * that it records.
 */
export function openWorkLog(file: string, clock: Clock, redact: (line: string) => string) {
  const stream = createWriteStream(file, { flags: "a", mode: 0o600 });
  stream.on("error", () => undefined);
  return {
    /** Absolute path of the log. */
    file,
    write: (line: string) => void stream.write(`${new Date(clock.now()).toISOString()} ${redact(line)}\n`),
    end: () => new Promise((resolve) => void stream.end(resolve)),
  };
}
