// The parts of a process's streams and environment that the commands use; tests replace them.

import type { Readable } from "node:stream";

export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Calls `done` when the chunk is written, or with an error when the reader has closed the stream. */
  write(chunk: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
}

export type InputStream = Readable & {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
  /** `ref` and `unref` decide whether the open stream keeps the process alive. Only pipes and terminals have them. */
  ref?(): unknown;
  unref?(): unknown;
};

export interface Streams {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Width of a terminal in columns: as the terminal reports it, else COLUMNS, else 80. For a pipe or a file: COLUMNS, else
 * undefined.
 */
export function widthOf(
  { isTTY, columns = 0 }: OutputStream,
  { COLUMNS }: Streams["env"],
): number | undefined {
  const fromEnvironment =
    COLUMNS !== undefined && /^[1-9]\d{0,4}$/.test(COLUMNS) ? Number(COLUMNS) : undefined;
  if (isTTY !== true) return fromEnvironment;
  // A terminal that does not know its size reports 0.
  return columns === 0 ? (fromEnvironment ?? 80) : columns;
}
