// A file of the person's as a workflow's input: named by its contents, so that equal files are one and different ones never meet.

import { createHash } from "node:crypto";
import { createReadStream, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";
import { fault } from "../base/errors/error-catalog.js";
import { reasonOf } from "../base/errors/pictor-error.js";
import type { InputFile } from "../contract/graph.js";
import type { Files } from "../contract/plugins.js";

/** By ending: what backends read. */
const types: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".gif": "image/gif",
  ".bmp": "image/bmp",
  ".tif": "image/tiff",
  ".tiff": "image/tiff",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".mov": "video/quicktime",
  ".wav": "audio/wav",
  ".mp3": "audio/mpeg",
  ".flac": "audio/flac",
  ".ogg": "audio/ogg",
};

/** Letters, digits and dashes of the name, so that any system and any server takes it. */
const plainStem = (path: string, ending: string): string =>
  basename(path, ending)
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .slice(0, 60) || "file";

/** Opening a pipe would wait for its writer, without an end and without a way to stop it; a device may never end. */
async function regular(place: string): Promise<Stats> {
  const found = await stat(place);
  if (!found.isFile() && !found.isDirectory()) throw new Error("it is no file, but a pipe or a device");
  return found;
}

/** The same contents again. What has changed meanwhile would come under the name of what it was: rejects. */
async function* unchanged(path: string, place: string, digest: string): AsyncGenerator<Uint8Array> {
  await regular(place);
  const hash = createHash("sha256");
  for await (const piece of createReadStream(place) as AsyncIterable<Uint8Array>) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest("hex") === digest) return;
  throw fault("INPUT_NOT_READABLE", { filename: path, reason: "it has changed since the job began" });
}

async function digested(path: string, place: string, signal: AbortSignal | undefined): Promise<InputFile> {
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
  const open = () => unchanged(path, place, digest);
  return { name, mime: types[ending.toLowerCase()] ?? "application/octet-stream", length, open };
}

/** Files whose digest is remembered: a job of many batches asks for the same ones again and again. */
const remembered = 64;

/**
 * Gives `Files.input`. A file is read once for its digest, and again when its contents are needed; while its size and
 * time of change stay, the same record is given. The name is `<stem>-<twelve digits of its SHA-256>.<ending>`. A
 * relative path starts at the working directory. Rejects with INPUT_NOT_READABLE, also while contents are read that are
 * others than before.
 */
export function createInputFiles(): Files["input"] {
  const known = new Map<string, { readonly mark: string; readonly file: InputFile }>();
  return async (path, signal) => {
    const place = resolve(path);
    try {
      const { size, mtimeMs } = await regular(place);
      const mark = `${size} ${mtimeMs}`;
      const found = known.get(place);
      if (found?.mark === mark) return found.file;
      const file = await digested(path, place, signal);
      known.set(place, { mark, file });
      const [oldest] = known.keys();
      if (known.size > remembered && oldest !== undefined) known.delete(oldest);
      return file;
    } catch (error) {
      signal?.throwIfAborted();
      throw fault("INPUT_NOT_READABLE", { filename: path, reason: reasonOf(error) }, { cause: error });
    }
  };
}
