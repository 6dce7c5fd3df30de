// Writes a stream to a new file: whole or not at all, never over another one.

import { createHash, randomUUID } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { copyFile, link, lstat, open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "@pictor/kernel/plugin";

/** What stands under a name now. `same`: these very bytes were there already. */
export type PublishResult = "new" | "same" | "taken";

export interface Staged {
  /** SHA-256 of the bytes, hexadecimal. */
  readonly hash: string;
  /** Gives them a name in the folder that they were staged in, or below it. */
  publish(path: string): Promise<PublishResult>;
  /** Removes what was not published. */
  discard(): Promise<void>;
}

/** Some file systems know no hard links. */
const noLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV", "EMLINK"]);

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** A link is not followed: what it points at may change, or lie outside. */
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

/** A hard link fails where the name is taken, so nothing is ever replaced. */
async function publish(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path).catch(async (error: unknown) => {
      if (!noLinks.has(systemCode(error) ?? "")) throw error;
      await copyFile(temporary, path, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Writes `body` beside where it is to be; its name tells nothing, and ComfyUI lists no file of that kind. */
export async function stageFile(
  folder: string,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Staged> {
  const temporary = join(folder, `.pictor-${randomUUID()}.part`);
  const discard = (): Promise<void> => rm(temporary, { force: true });
  const file = await open(temporary, "wx", 0o644);
  try {
    const { size, hash } = await writeAll(file, body, signal).finally(() => file.close());
    return {
      hash,
      discard,
      async publish(path) {
        if (await publish(temporary, path)) return "new";
        return (await holds(path, size, hash)) ? "same" : "taken";
      },
    };
  } catch (error) {
    await discard().catch(() => undefined);
    throw error;
  }
}
