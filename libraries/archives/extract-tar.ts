// Unpacks untrusted tar archives, also compressed by gzip: all entries are checked before the first is written.

import { readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Inflater, inflatedLimit } from "@pictor/inflate";
import { ensureFolder } from "@pictor/kernel/plugin";
import {
  archiveLimits,
  ArchiveProblem,
  modeFor,
  tooLarge,
  tooMany,
  type ArchiveLimits,
} from "./archive-limits.js";
import { ClaimedPaths } from "./claimed-paths.js";
import { tarEntries, type TarFile } from "./tar-entries.js";

/** The bytes of an entry besides its content: its header, a header for a long name, and padding. */
const overheadBytes = 4 * 512;

async function unzipped(packed: Uint8Array, maxBytes: number, maxOutputBytes: number): Promise<Uint8Array> {
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) return packed;
  // The caller has derived the bytes from the ratio and the number of entries.
  const inflated = await new Inflater({ maxBytes: maxOutputBytes }).inflateInThread(packed, "gzip");
  if ("bytes" in inflated) return inflated.bytes;
  if (inflated.problem === "too large") throw tooLarge(maxBytes);
  throw new ArchiveProblem("it is not a complete gzip file");
}

function kindProblem({ type }: TarFile): string | undefined {
  if (type === "2") return "it is a symbolic link";
  if (type === "1") return "it is a link to another entry";
  return ["0", "\0", "7", "5"].includes(type) ? undefined : "it is neither a file nor a folder";
}

function checkedFiles(archive: Uint8Array, maxBytes: number, limits: ArchiveLimits): readonly TarFile[] {
  const files: TarFile[] = [];
  const paths = new ClaimedPaths();
  let [count, total] = [0, 0];
  for (const entry of tarEntries(archive)) {
    if (++count > limits.maxEntries) throw tooMany(count, limits);
    // Programs write the names of a folder's content as `./name`, and the folder itself as `./`.
    const given = entry.name.replace(/^(?:\.\/)+/, "");
    const isFolder = entry.type === "5" || given.endsWith("/");
    if (isFolder && (given === "" || given === ".")) continue;
    const name = isFolder ? given.replace(/\/$/, "") : given;
    paths.claim(name, isFolder, kindProblem(entry));
    total += entry.content.length;
    if (total > maxBytes) throw tooLarge(maxBytes);
    if (!isFolder) files.push({ ...entry, name });
  }
  return files;
}

/**
 * Unpacks a tar file of a moderate size, which is read into the memory as a whole, into `folder`, which exists and is empty.
 * Settles with the paths of the files, with forward slashes. Rejects as `extractZip`.
 */
export async function extractTar(
  file: string,
  folder: string,
  limits: ArchiveLimits = archiveLimits,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { size } = await stat(file);
  const maxBytes = inflatedLimit(size, limits);
  if (size > maxBytes) throw tooLarge(maxBytes);
  const limit = maxBytes + limits.maxEntries * overheadBytes;
  const files = checkedFiles(await unzipped(await readFile(file), maxBytes, limit), maxBytes, limits);
  for (const { name, mode, content } of files) {
    signal?.throwIfAborted();
    const target = join(folder, name);
    await ensureFolder(dirname(target));
    // Exclusive creation overwrites no file and follows no link.
    await writeFile(target, content, { flag: "wx", mode: modeFor(mode) });
  }
  return files.map(({ name }) => name);
}
