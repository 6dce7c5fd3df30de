// Reads a request body, up to the limit that `/features` publishes.
import type { IncomingMessage } from "node:http";

/** 100 MiB, the default of the real server; also the value of `max_upload_size`. */
export const MAX_BODY_BYTES = 104_857_600;

/** Thrown for a longer body; the text is what the real server sends with 413. */
export class BodyTooLargeError extends Error {}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const refuse = (): never => {
    throw new BodyTooLargeError(`Maximum request body size ${MAX_BODY_BYTES} exceeded.`);
  };
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) refuse();
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) refuse();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
