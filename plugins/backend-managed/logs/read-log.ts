// Reads logs: the beginning, the end, or continuously.

import { open, stat, type FileHandle } from "node:fs/promises";
import { pause, type Clock } from "@pictor/kernel/plugin";
import { ignoreMissing } from "../file-entries.js";
import { createLineSplitter, linesOf } from "./split-lines.js";

const pieceBytes = 65_536;
/** Maximum of one read: a server may write faster than the log is read. */
const maxReadBytes = 64 * pieceBytes;
/** Interval between reads of a followed file. */
const pollMs = 100;

const openIfExists = (path: string): Promise<FileHandle | undefined> => open(path, "r").catch(ignoreMissing);

/** The last lines within the last `maxBytes` of a file, without a truncated first line; empty for a missing file. */
export async function lastLines(
  path: string,
  count: number,
  maxBytes = pieceBytes,
): Promise<readonly string[]> {
  const file = await openIfExists(path);
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

/** The first bytes of a file as text; empty for a missing file. */
export async function readBeginning(path: string, maxBytes: number): Promise<string> {
  const file = await openIfExists(path);
  if (file === undefined) return "";
  try {
    const size = Math.min((await file.stat()).size, maxBytes);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(size), 0, size, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Reads `path` from the offset `from` (bytes). The file may appear later. */
export function createLogReader(path: string, from = 0) {
  const splitter = createLineSplitter();
  const buffer = Buffer.alloc(pieceBytes);
  let file: FileHandle | undefined;
  let at = from;

  /** The available lines, and whether the end of the file was reached. */
  const readAvailable = async (
    handle: FileHandle,
  ): Promise<readonly [lines: readonly string[], isEnd: boolean]> => {
    const lines: string[] = [];
    const { size } = await handle.stat();
    if (size < at) {
      at = 0;
      splitter.reset();
    }
    for (let left = maxReadBytes; left > 0; left -= pieceBytes) {
      const { bytesRead } = await handle.read(buffer, 0, pieceBytes, at);
      if (bytesRead === 0) return [lines, true];
      at += bytesRead;
      for (const line of splitter.add(buffer.subarray(0, bytesRead))) lines.push(line);
    }
    return [lines, false];
  };
  const isReplaced = async (handle: FileHandle): Promise<boolean> => {
    const [ours, now] = await Promise.all([handle.stat(), stat(path).catch(() => undefined)]);
    return now !== undefined && (now.ino !== ours.ino || now.dev !== ours.dev);
  };

  return {
    /** Lines written since the last read, at most 4 MiB. The file may have been truncated or replaced in between. */
    async read() {
      file ??= await openIfExists(path);
      if (file === undefined) return [];
      const [lines, isEnd] = await readAvailable(file);
      if (!isEnd || !(await isReplaced(file))) return lines;
      // Reads first the rest of the replaced file, including an unterminated last line.
      const [left, isWhole] = await readAvailable(file);
      if (!isWhole) return [...lines, ...left];
      const all = [...lines, ...left, ...splitter.rest()];
      await file.close();
      file = await openIfExists(path);
      at = 0;
      return file === undefined ? all : [...all, ...(await readAvailable(file))[0]];
    },
    /** The text after the last line break. */
    rest: (): readonly string[] => splitter.rest(),
    async close() {
      await file?.close();
      file = undefined;
    },
  };
}

export interface FollowOptions {
  readonly signal?: AbortSignal | undefined;
  readonly follow?: boolean | undefined;
  /** Number of existing lines to start with. Default: all. */
  readonly lines?: number | undefined;
}

/** Ends at the end of the file; with `follow`, when the signal is aborted. Followed progress bars give a line per state. */
export async function* followLog(
  path: string,
  { clock }: { readonly clock: Clock },
  { signal, follow = false, lines: count }: FollowOptions = {},
): AsyncIterable<string> {
  const reader = createLogReader(path);
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  try {
    let last: readonly string[] = [];
    for (let left = size; left > 0 && signal?.aborted !== true; left -= maxReadBytes) {
      const some = await reader.read();
      if (count === undefined) yield* some;
      else last = [...last, ...some].slice(-Math.max(1, count));
    }
    if (!follow) last = [...last, ...reader.rest()];
    yield* count === undefined ? last : last.slice(last.length - Math.min(last.length, count));
    while (follow && signal?.aborted !== true) {
      yield* await reader.read();
      await pause(clock, pollMs, signal).catch(() => undefined);
    }
  } finally {
    await reader.close();
  }
}
