// Reads a file of lines to which other processes append: after the first call, only the new lines.

import { open, type FileHandle } from "node:fs/promises";
import { ifThere } from "@pictor/kernel";

export interface Line {
  readonly text: string;
  /** Number of the line, from 1. */
  readonly number: number;
  /** Offset of the line in the file, and its length without the line feed; in bytes. */
  readonly offset: number;
  readonly bytes: number;
  /** Whether the line ends with a line feed. The last line of a file may lack one: its writer may not have finished. */
  readonly hasEnd: boolean;
}

export interface LineReader {
  /** Called before the first line when the file is read from its beginning, such as after it was replaced. */
  restart(): void;
  /**
   * Called for each line. Returns whether a line without line feed is complete. An incomplete line is passed again when
   * the file has grown.
   */
  take(line: Line): boolean;
}

interface Known {
  readonly inode: bigint;
  readonly size: bigint;
  readonly modifiedNs: bigint;
  /** Number of bytes that were read, and of lines that were passed to the reader. */
  readonly end: number;
  readonly lines: number;
  /** The bytes before `end`, which differ if the file was rewritten. */
  readonly tail: Buffer;
}

/** The lines of one chunk are parsed without a pause for other work, so the chunk is small. */
const pieceBytes = 256 * 1024;
/** A longer line is passed as a text that is not JSON. */
const maxLineBytes = 8 * 1024 * 1024;
const tooLong = "…";
const tailBytes = 64;
const lineFeed = 10;

async function bytesBefore(file: FileHandle, end: number): Promise<Buffer> {
  const length = Math.min(tailBytes, end);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, end - length);
  return buffer.subarray(0, bytesRead);
}

const hasGrown = async (file: FileHandle, { end, tail, size }: Known, now: bigint): Promise<boolean> =>
  size < now && tail.equals(await bytesBefore(file, end));

/** Passes the lines from an offset on. Resolves to the number of bytes and of lines that were passed so far. */
async function readLines(
  file: FileHandle,
  from: Pick<Known, "end" | "lines">,
  { take }: LineReader,
): Promise<Pick<Known, "end" | "lines">> {
  let { end, lines } = from;
  let pending: Buffer = Buffer.alloc(0);
  let skipped = 0;
  const pass = (bytes: Buffer, hasEnd: boolean): boolean => {
    const text = skipped > 0 ? tooLong : bytes.toString();
    return take({ text, number: lines + 1, offset: end, bytes: skipped + bytes.length, hasEnd });
  };
  for (let position = end; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    pending = Buffer.concat([pending, buffer.subarray(0, bytesRead)]);
    let start = 0;
    for (let at = pending.indexOf(lineFeed); at !== -1; at = pending.indexOf(lineFeed, start)) {
      pass(pending.subarray(start, at), true);
      end += skipped + at + 1 - start;
      lines += 1;
      skipped = 0;
      start = at + 1;
    }
    pending = pending.subarray(start);
    if (pending.length <= maxLineBytes) continue;
    skipped += pending.length;
    pending = Buffer.alloc(0);
  }
  if (skipped + pending.length === 0 || !pass(pending, false)) return { end, lines };
  return { end: end + skipped + pending.length, lines: lines + 1 };
}

export function createGrowingFile(path: string) {
  let known: Known | undefined;
  const readFrom = async (file: FileHandle, reader: LineReader): Promise<boolean> => {
    const { ino: inode, size, mtimeNs: modifiedNs } = await file.stat({ bigint: true });
    const before = known?.inode === inode ? known : undefined;
    if (before?.size === size && before.modifiedNs === modifiedNs) return false;
    const isLonger = before !== undefined && (await hasGrown(file, before, size));
    // Forgets the position while lines are passed, so that the whole file is read again after an error.
    known = undefined;
    if (!isLonger) reader.restart();
    const passed = await readLines(file, isLonger ? before : { end: 0, lines: 0 }, reader);
    known = { inode, size, modifiedNs, ...passed, tail: await bytesBefore(file, passed.end) };
    return true;
  };
  return {
    /**
     * Passes the lines that are new since the last call. Resolves to whether there were any, or the file was replaced.
     */
    async read(reader: LineReader): Promise<boolean> {
      const file = await ifThere(open(path, "r"));
      if (file !== undefined) return readFrom(file, reader).finally(() => file.close());
      const wasThere = known !== undefined;
      known = undefined;
      if (wasThere) reader.restart();
      return wasThere;
    },
    /** Whether an open file is the same file as the one that was read last. */
    isSame: async (file: FileHandle) => (await file.stat({ bigint: true })).ino === known?.inode,
    /** Makes the next call of `read` start at the beginning of the file. */
    forget: () => {
      known = undefined;
    },
  };
}

export type GrowingFile = ReturnType<typeof createGrowingFile>;
