// Input files of a workflow. Their names contain a digest of the contents, so that different files never collide.

import { createHash } from "node:crypto";
import { createReadStream, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";
import {
  cutText,
  fault,
  keepNewest,
  mediaTypeOf,
  pathProblem,
  reasonOf,
  type Files,
  type InputFile,
} from "@pictor/kernel";

/**
 * Reduces a file name to letters, digits and dashes, which every system and server accepts. macOS stores accents apart
 * from their letters.
 */
const plainStem = (path: string, ending: string): string =>
  basename(path, ending)
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .slice(0, 60) || "file";

/** Rejects pipes and devices: opening a pipe blocks until a writer appears, and a device may never end. */
async function statRegularFile(place: string): Promise<Stats> {
  const found = await stat(place);
  if (!found.isFile() && !found.isDirectory()) throw new Error("it is not a file but a pipe or a device");
  return found;
}

/**
 * Streams the same contents again. Rejects if the file has changed, because its name contains the digest of the old
 * contents.
 */
async function* readUnchanged(path: string, place: string, digest: string): AsyncGenerator<Uint8Array> {
  await statRegularFile(place);
  const hash = createHash("sha256");
  for await (const piece of createReadStream(place) as AsyncIterable<Uint8Array>) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest("hex") === digest) return;
  throw fault("INPUT_NOT_READABLE", { filename: path, reason: "it has changed since the job began" });
}

async function digestFile(path: string, place: string, signal: AbortSignal | undefined): Promise<InputFile> {
  const hash = createHash("sha256");
  let length = 0;
  for await (const piece of createReadStream(place) as AsyncIterable<Uint8Array>) {
    signal?.throwIfAborted();
    hash.update(piece);
    length += piece.length;
  }
  const digest = hash.digest("hex");
  const ending = extname(place);
  const name = `${plainStem(place, ending)}-${digest.slice(0, 12)}${ending.toLowerCase()}`;
  const open = () => readUnchanged(path, place, digest);
  return { name, mime: mediaTypeOf(name), length, source: { path, sha256: digest }, open };
}

/** Enough for most paths. A text that was given in place of one may have any length. */
const maxShownPath = 300;

/** Number of cached digests. A job with many batches asks for the same files repeatedly. */
const maxCachedDigests = 64;

/**
 * Creates `Files.input`. A file is read once for its digest, and again when its contents are needed. While its size and
 * modification time are unchanged, the same record is returned. The name is `<stem>-<first twelve digits of the
 * SHA-256>.<extension>`. Relative paths start at the working directory. Rejects with `INPUT_NOT_READABLE`, also while
 * reading contents that have changed.
 */
export function createInputFiles(): Files["input"] {
  const known = new Map<string, { readonly mark: string; readonly file: InputFile }>();
  return async (path, signal) => {
    const place = resolve(path);
    try {
      const problem = pathProblem(path);
      if (problem !== undefined) throw new Error(problem);
      const { size, mtimeMs } = await statRegularFile(place);
      const mark = `${size} ${mtimeMs}`;
      const found = known.get(place);
      if (found?.mark === mark) return found.file;
      const file = await digestFile(path, place, signal);
      known.set(place, { mark, file });
      keepNewest(known, maxCachedDigests);
      return file;
    } catch (error) {
      signal?.throwIfAborted();
      const filename = cutText(path, maxShownPath);
      throw fault("INPUT_NOT_READABLE", { filename, reason: reasonOf(error) }, { cause: error });
    }
  };
}
