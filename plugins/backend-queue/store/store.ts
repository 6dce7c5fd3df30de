// A store of files by the SHA-256 of their contents, which hosts and workers share.

import { createHash } from "node:crypto";
import { cutText, fault, type CallOptions } from "@pictor/kernel/plugin";

/** A digest: 64 hexadecimal digits. */
export type Digest = string;

export type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Methods reject with `QUEUE_STORE_UNREACHABLE`, `QUEUE_STORE_REFUSED` or the reason of the signal. */
export interface ContentStore {
  /** Where the store is, for messages. */
  readonly where: string;
  /** Stores contents, once. Rejects as `body` does, and then leaves nothing behind. */
  put(body: Bytes, options?: CallOptions): Promise<Digest>;
  /** Reads contents. Rejects with `BACKEND_FILE_GONE`, or with `BACKEND_FILE_CHANGED` at the end if they are others. */
  get(digest: Digest, options?: CallOptions): AsyncIterable<Uint8Array>;
  /** The address of contents, which ends with their digest. */
  addressOf(digest: Digest): string;
  /** Deletes what was not used for a time, where the store has no rule of its own for that. */
  sweep(): Promise<void>;
}

export const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Digests come from Redis, and from files that others have written. Throws `BACKEND_FILE_GONE` for a text that is none. */
export function requireDigest(digest: Digest): void {
  if (!isDigest(digest))
    throw fault("BACKEND_FILE_GONE", {
      filename: cutText(JSON.stringify(digest), 80),
      status: "not a name of a file in the store",
    });
}

/** The digest at the end of an address of the store. */
export function digestIn(address: string): Digest | undefined {
  const digest = address.split(/[/\\]/).at(-1) ?? "";
  return isDigest(digest) ? digest : undefined;
}

/** Passes contents on, and rejects at the end if they do not have the digest. */
export async function* verified(digest: Digest, body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const hash = createHash("sha256");
  let received = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    received += chunk.length;
    yield chunk;
  }
  if (hash.digest("hex") !== digest)
    throw fault("BACKEND_FILE_CHANGED", {
      filename: digest,
      received,
      reason: "the store returned other contents than those that were stored",
    });
}

/** All bytes of a file that is known to be small. */
export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
