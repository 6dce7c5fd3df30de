// Writes a stream to a new file: completely or not at all, and never over an existing file.

import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { discard } from "@pictor/kernel/plugin";
import { placeFile } from "@pictor/locks";

/** Result of publishing under a name. `same`: the file existed with the same bytes. */
export type PublishResult = "new" | "same" | "taken";

export interface Staged {
  /** SHA-256 of the bytes, hexadecimal. */
  readonly hash: string;
  /** Publishes the file under a path in the staging folder or below it. */
  publish(path: string): Promise<PublishResult>;
  /** Removes the staged file. */
  discard(): Promise<void>;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** Whether the path is a regular file with these bytes. A symbolic link does not count: its target may change or lie outside. */
async function holds(path: string, size: number, hash: string): Promise<boolean> {
  const found = await lstat(path);
  return found.isFile() && found.size === size && (await hashOf(path)) === hash;
}

async function writeAll(
  file: FileHandle,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<{ readonly size: number; readonly hash: string }> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of body) {
    signal?.throwIfAborted();
    hash.update(chunk);
    for (let written = 0; written < chunk.length;) written += (await file.write(chunk, written)).bytesWritten;
    size += chunk.length;
  }
  signal?.throwIfAborted();
  await file.sync();
  return { size, hash: hash.digest("hex") };
}

/** Writes `body` to a temporary file in `folder`, under a name that ComfyUI does not list. */
export async function stageFile(
  folder: string,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Staged> {
  const temporary = join(folder, `.pictor-${randomUUID()}.part`);
  const file = await open(temporary, "wx", 0o644);
  try {
    const { size, hash } = await writeAll(file, body, signal).finally(() => file.close());
    return {
      hash,
      discard: () => discard(temporary),
      async publish(path) {
        if (await placeFile(temporary, path)) return "new";
        return (await holds(path, size, hash)) ? "same" : "taken";
      },
    };
  } catch (error) {
    await discard(temporary);
    throw error;
  }
}
