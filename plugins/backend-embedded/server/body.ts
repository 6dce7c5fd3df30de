// Request bodies, read up to the limit that `/features` publishes.
import type { IncomingMessage } from "node:http";

/** 100 MiB, the default of the real server. */
export const defaultMaxUploadBytes = 104_857_600;

/** Thrown for a longer body; the text is what the real server sends with 413. */
export class BodyTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`Maximum request body size ${Math.round(maxBytes)} exceeded.`);
  }
}

/** The body as it arrives. A longer one throws; what is left of it stays in the request, to be drained. */
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
