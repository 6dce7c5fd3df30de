// The file of `serve --access-log`: a line of JSON for each request and each handshake.

import { open } from "node:fs/promises";
import { fileFault } from "@pictor/services";
import type { AccessRecord } from "@pictor/server";

export interface AccessLogFile {
  readonly append: (record: AccessRecord) => void;
  /** Closes the file. Resolves when the last line is written. */
  readonly close: () => Promise<void>;
}

/** The most bytes that wait for a slow disk; further lines are dropped. */
const maxWaiting = 1_048_576;

/** Formats a record as one line: `at` as an ISO 8601 time, `ms` with one digit after the point. */
const accessLine = ({ at, ms, ...record }: AccessRecord): string =>
  `${JSON.stringify({ at: new Date(at).toISOString(), ...record, ms: Number(ms.toFixed(1)) })}\n`;

/**
 * Opens the file for appending, so that a program that rotates logs can truncate it; only the owner can read a new
 * file. `warn` is called once if lines cannot be written; the server continues. Rejects with `FILE_NOT_WRITABLE`.
 */
export async function openAccessLog(path: string, warn: (text: string) => void): Promise<AccessLogFile> {
  const file = await open(path, "a", 0o600).catch((error: unknown) => {
    throw fileFault(path, error);
  });
  const stream = file.createWriteStream();
  let warned = false;
  const warnOnce = (reason: string): void => {
    if (warned) return;
    warned = true;
    warn(`The access log ${path} is incomplete: ${reason}.`);
  };
  const ended = new Promise<void>((resolve) => stream.once("close", resolve));
  stream.on("error", (error) => warnOnce(error.message));
  return {
    append(record) {
      if (stream.destroyed) return;
      if (stream.writableLength > maxWaiting) warnOnce("the disk is slower than the requests");
      else stream.write(accessLine(record));
    },
    async close() {
      stream.end();
      await ended;
    },
  };
}
