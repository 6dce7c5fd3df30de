// Decompresses a stream while it comes, within limits of bytes and ratio.

import { pipeline, type Transform } from "node:stream";
import * as zlib from "node:zlib";
import { inflatedLimit, type InflateLimits } from "./inflate-limits.js";
import { streamCodings, type StreamCoding } from "./stream-codings.js";

/** Bytes that zlib gives at once. Its default of 16 KiB takes twice as long for a reply of megabytes. */
const options = { chunkSize: 65_536 };

/** Unknown to the types of the oldest Node.js that Pictor runs on. */
const { createZstdDecompress } = zlib as unknown as {
  readonly createZstdDecompress: (options: zlib.ZlibOptions) => Transform;
};

/** Some servers send raw deflate (RFC 1951) where RFC 9110 section 8.4.1.2 wants zlib (RFC 1950), which begins with method 8. */
const createDeflated = (first: Uint8Array): Transform =>
  ((first[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate(options) : zlib.createInflateRaw(options);

const decoders: Readonly<Record<StreamCoding, (first: Uint8Array) => Transform>> = {
  gzip: () => zlib.createGunzip(options),
  deflate: createDeflated,
  br: () => zlib.createBrotliDecompress(options),
  zstd: () => createZstdDecompress(options),
};

/** Ends a stream whose data is not of its coding, or becomes too large. */
export class InflateError extends Error {
  readonly coding: StreamCoding;
  /** The size that the data was allowed to have; undefined for damaged data. */
  readonly maxBytes: number | undefined;

  constructor(coding: StreamCoding, reason: string, maxBytes?: number) {
    super(reason);
    this.coding = coding;
    this.maxBytes = maxBytes;
  }
}

/** What the first stage has received. The limits of every stage stand on it, so that stages do not multiply their ratios. */
class Received {
  bytes = 0;
  error: { readonly thrown: unknown } | undefined;

  async *counted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        this.bytes += chunk.length;
        yield chunk;
      }
    } catch (thrown) {
      this.error = { thrown };
      throw thrown;
    }
  }
}

async function* withFirst(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  try {
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** One stage. Nothing at all is the coding of nothing: servers send it with replies that have no body. */
async function* stage(
  source: AsyncIterable<Uint8Array>,
  coding: StreamCoding,
  limits: InflateLimits,
  received: Received,
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  let first = await chunks.next();
  while (first.done !== true && first.value.length === 0) first = await chunks.next();
  if (first.done === true) return;
  if (!streamCodings.includes(coding)) throw new InflateError(coding, "is not known to this Node.js");
  const decoder = decoders[coding](first.value);
  // The end of either side ends the other one. The error of the pipeline is that of `decoder`, which the loop throws.
  pipeline(withFirst(first.value, chunks), decoder, () => undefined);
  let size = 0;
  try {
    for await (const chunk of decoder as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      const maxBytes = inflatedLimit(received.bytes, limits);
      if (size > maxBytes) throw new InflateError(coding, "becomes too large", maxBytes);
      yield chunk;
    }
  } catch (error) {
    if (received.error !== undefined) throw received.error.thrown;
    if (error instanceof InflateError) throw error;
    const { code } = error as { readonly code?: unknown };
    throw new InflateError(coding, code === "Z_BUF_ERROR" ? "is cut off" : "is damaged");
  }
}

/**
 * Decompresses a stream that was compressed with `codings`, in the order in which they were applied. Throws an `InflateError`, or
 * what the source throws. Gives everything that the bytes so far decompress to before it waits for more.
 */
export function inflateStream(
  source: AsyncIterable<Uint8Array>,
  codings: readonly StreamCoding[],
  limits: InflateLimits,
): AsyncIterable<Uint8Array> {
  const received = new Received();
  return codings.reduceRight<AsyncIterable<Uint8Array>>(
    (inner, coding) => stage(inner, coding, limits, received),
    received.counted(source),
  );
}
