// Writes contents into a file while their digest is computed.

import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { discard } from "@pictor/kernel/plugin";
import type { Bytes, Digest } from "./store.js";

export interface Spooled {
  readonly digest: Digest;
  readonly length: number;
}

/** Creates the file; flushes it to the disk if `isFlushed`. A failed call leaves no file behind. */
export async function spool(
  path: string,
  body: Bytes,
  { isFlushed, signal }: { readonly isFlushed: boolean; readonly signal?: AbortSignal | undefined },
): Promise<Spooled> {
  const file = await open(path, "wx");
  try {
    const hash = createHash("sha256");
    let length = 0;
    for await (const chunk of body) {
      signal?.throwIfAborted();
      hash.update(chunk);
      length += chunk.length;
      await file.writeFile(chunk);
    }
    if (isFlushed) await file.sync();
    await file.close();
    return { digest: hash.digest("hex"), length };
  } catch (error) {
    await file.close().catch(() => undefined);
    await discard(path);
    throw error;
  }
}
