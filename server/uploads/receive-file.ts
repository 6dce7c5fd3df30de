// Writes a stream of bytes to a new file and computes its digest. A stream that ends early leaves no file.

import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { discard, diskFullFault } from "@pictor/kernel";

const headBytes = 16;

/**
 * Writes the file. Resolves to its SHA-256 in hexadecimal digits, its size, and its head: its first bytes, at least 16 or
 * the whole file if it is shorter. `onChunk` is called before each chunk is written, and may throw. Rejects with
 * `FILE_DISK_FULL`, and with the errors of the source and of `open`.
 */
export async function receiveFile(
  path: string,
  source: AsyncIterable<Uint8Array>,
  onChunk: (bytes: number, head: Uint8Array) => void,
) {
  const hash = createHash("sha256");
  let bytes = 0;
  let head = Buffer.alloc(0);
  // Images are personal: only the owner may read the file.
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of source) {
      bytes += chunk.byteLength;
      if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes)]);
      onChunk(chunk.byteLength, head);
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await discard(path);
    throw diskFullFault(path, error) ?? error;
  }
  await file.close();
  return { sha256: hash.digest("hex"), bytes, head };
}
