// Unpacks untrusted ZIP archives: all entries are checked before the first is written.

import { createWriteStream } from "node:fs";
import { dirname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { ensureFolder, reasonOf, systemCode } from "@pictor/kernel/plugin";
import { inflatedLimit } from "@pictor/inflate";
import type { Entry, ZipFile } from "yauzl";
import {
  archiveLimits,
  ArchiveProblem,
  modeFor,
  tooLarge,
  tooMany,
  type ArchiveLimits,
} from "./archive-limits.js";
import { ClaimedPaths } from "./claimed-paths.js";

/**
 * Unpacks a ZIP file into `folder`, which exists and is empty. Settles with the paths of the files, with forward slashes.
 * Rejects with `ArchiveProblem` when the file is not a ZIP file or is damaged, when its entries lead out of the folder or are
 * links or devices, and when it becomes too large. The caller removes the files that were written before a rejection.
 */
export async function extractZip(
  file: string,
  folder: string,
  limits: ArchiveLimits = archiveLimits,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { getFileNameLowLevel, openPromise } = await import("yauzl");
  try {
    // The names stay raw, because yauzl would replace backslashes by slashes before the check.
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false });
    try {
      const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
        getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
      return await unpack(zip, nameOf, folder, limits, signal);
    } finally {
      zip.close();
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ArchiveProblem || isSystemError(error)) throw error;
    throw new ArchiveProblem(`it is not a complete ZIP file (${reasonOf(error)})`, { cause: error });
  }
}

/** Errors of the disk, such as ENOSPC, in contrast to errors of the archive. */
const isSystemError = (error: unknown): boolean =>
  /^(ENOSPC|EDQUOT|EACCES|EPERM|EROFS|EIO|EMFILE|ENFILE)$/.test(systemCode(error) ?? "");

async function unpack(
  zip: ZipFile,
  nameOf: (entry: Entry) => string,
  folder: string,
  limits: ArchiveLimits,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  if (zip.entryCount > limits.maxEntries) throw tooMany(zip.entryCount, limits);
  const maxBytes = inflatedLimit(zip.fileSize, limits);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  const files = checkedEntries(entries, nameOf, maxBytes);
  let written = 0;
  for (const { entry, path } of files) {
    signal?.throwIfAborted();
    const target = join(folder, path);
    await ensureFolder(dirname(target));
    let sum = 0;
    const count = new Transform({
      transform(chunk: Uint8Array, _encoding, done) {
        written += chunk.byteLength;
        sum = crc32(chunk, sum);
        done(written > maxBytes ? tooLarge(maxBytes) : null, chunk);
      },
    });
    const source = await zip.openReadStreamPromise(entry);
    // Exclusive creation overwrites no file and follows no link.
    await pipeline(source, count, createWriteStream(target, { flags: "wx", mode: modeFor(unixMode(entry)) }));
    if (sum !== entry.crc32) throw new ArchiveProblem(`${JSON.stringify(path)}: it is damaged`);
  }
  return files.map(({ path }) => path);
}

interface ArchiveFile {
  readonly entry: Entry;
  readonly path: string;
}

function checkedEntries(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
  maxBytes: number,
): readonly ArchiveFile[] {
  const files: ArchiveFile[] = [];
  const paths = new ClaimedPaths();
  let total = 0;
  for (const entry of entries) {
    const name = nameOf(entry);
    const isFolder = name.endsWith("/");
    const path = isFolder ? name.slice(0, -1) : name;
    paths.claim(path, isFolder, kindProblem(entry));
    total += entry.uncompressedSize;
    if (total > maxBytes) throw tooLarge(maxBytes);
    if (!isFolder) files.push({ entry, path });
  }
  return files;
}

/** The Unix mode is the upper half of the external attributes; the system that the archive names is not trusted. */
const unixMode = ({ externalFileAttributes }: Entry): number => (externalFileAttributes >>> 16) & 0xffff;
const kindMask = 0o170000;
const knownKinds: ReadonlySet<number> = new Set([0, 0o100000, 0o040000]);

function kindProblem(entry: Entry): string | undefined {
  const kind = unixMode(entry) & kindMask;
  if (kind === 0o120000) return "it is a symbolic link";
  if (!knownKinds.has(kind)) return "it is neither a file nor a folder";
  if (entry.isEncrypted()) return "it is encrypted";
  return undefined;
}
