// Reads request bodies up to the limit that `/features` publishes.
import type { IncomingMessage } from "node:http";

export class BodyTooLargeError extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`The request body is longer than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** Yields the body as it arrives. Throws a `BodyTooLargeError`, and leaves the rest of the body unread. */
export async function* bodyStream(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw new BodyTooLargeError(maxBytes);
  let bytes = 0;
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new BodyTooLargeError(maxBytes);
    yield part;
  }
}

export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of bodyStream(request, maxBytes)) parts.push(part);
  return Buffer.concat(parts);
}
