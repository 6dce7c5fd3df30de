// Reading a log: all of it, its end, and what comes from now on.

import { open, stat, type FileHandle } from "node:fs/promises";
import type { Clock } from "@pictor/kernel/plugin";
import { pause } from "../server/pause.js";
import { createLineCutter, linesOf } from "./lines.js";

const pieceBytes = 65_536;
/** Milliseconds between two looks at a file that is followed. */
const lookMs = 100;

const openedOrNot = (path: string): Promise<FileHandle | undefined> =>
  open(path, "r").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });

/** The lines in the last bytes of a file; none when there is no file. A line that was cut by the limit is left out. */
export async function lastLines(
  path: string,
  count: number,
  maxBytes = pieceBytes,
): Promise<readonly string[]> {
  const file = await openedOrNot(path);
  if (file === undefined) return [];
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - maxBytes);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const text = buffer.toString("utf8", 0, bytesRead);
    if (text === "") return [];
    return linesOf(text)
      .slice(from > 0 ? 1 : 0)
      .slice(-count);
  } finally {
    await file.close();
  }
}

export interface Reader {
  /** What was written since the last reading, line by line; the file may have been emptied or replaced meanwhile. */
  read(): Promise<readonly string[]>;
  /** What stands at the end without a line end. */
  rest(): readonly string[];
  close(): Promise<void>;
}

/** Reads `path` from `from` (bytes) on; a file that is not there yet is waited for. */
export function createReader(path: string, from = 0): Reader {
  const cutter = createLineCutter();
  const buffer = Buffer.alloc(pieceBytes);
  let file: FileHandle | undefined;
  let at = from;

  const readOn = async (handle: FileHandle): Promise<string[]> => {
    const lines: string[] = [];
    const { size } = await handle.stat();
    if (size < at) {
      at = 0;
      cutter.reset();
    }
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, pieceBytes, at);
      if (bytesRead === 0) return lines;
      at += bytesRead;
      for (const line of cutter.add(buffer.subarray(0, bytesRead))) lines.push(line);
    }
  };
  const isReplaced = async (handle: FileHandle): Promise<boolean> => {
    const [ours, now] = await Promise.all([handle.stat(), stat(path).catch(() => undefined)]);
    return now !== undefined && (now.ino !== ours.ino || now.dev !== ours.dev);
  };

  return {
    async read() {
      file ??= await openedOrNot(path);
      if (file === undefined) return [];
      const lines = await readOn(file);
      if (!(await isReplaced(file))) return lines;
      // The rest of the old one first, and its last line even without an end.
      lines.push(...(await readOn(file)), ...cutter.rest());
      await file.close();
      file = await openedOrNot(path);
      at = 0;
      return file === undefined ? lines : [...lines, ...(await readOn(file))];
    },
    rest: () => cutter.rest(),
    async close() {
      await file?.close();
      file = undefined;
    },
  };
}

export interface FollowOptions {
  readonly signal?: AbortSignal;
  readonly follow?: boolean;
  /** How many of the last lines come first; default all. */
  readonly lines?: number;
}

/** Ends at the end of the file; with `follow`, when the signal is aborted. A progress bar is one line, or, followed, one for each of its states. */
export async function* followLog(
  path: string,
  { clock }: { readonly clock: Clock },
  { signal, follow = false, lines: count }: FollowOptions = {},
): AsyncIterable<string> {
  const reader = createReader(path);
  try {
    const first = await reader.read();
    const begun = follow ? first : [...first, ...reader.rest()];
    yield* count === undefined ? begun : begun.slice(begun.length - Math.min(begun.length, count));
    while (follow && signal?.aborted !== true) {
      yield* await reader.read();
      await pause(clock, lookMs, signal).catch(() => undefined);
    }
  } finally {
    await reader.close();
  }
}
