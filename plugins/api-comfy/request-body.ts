// The body of a request to the server: short bodies as bytes, which a scheme can send again after a challenge, long
// ones as a stream.

import type { DirectRequest } from "@pictor/kernel/plugin";

/** The most bytes of a body that is kept in memory. Graphs are shorter; images and models may be longer. */
const maxKeptBytes = 1024 * 1024;

export async function requestBody({ body, headers }: Request): Promise<DirectRequest["body"]> {
  if (body === null) return undefined;
  const text = headers.get("content-length");
  const length = text === null ? undefined : Number(text);
  if (length !== undefined && length <= maxKeptBytes) {
    const bytes = new Uint8Array(length);
    let filled = 0;
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      bytes.set(chunk, filled);
      filled += chunk.length;
    }
    return bytes;
  }
  return {
    open: () => body as AsyncIterable<Uint8Array>,
    ...(length !== undefined && { length }),
    replayable: false,
  };
}
