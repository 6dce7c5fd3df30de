// Reads a byte stream by count, independent of the chunks in which the stream delivers its bytes.

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export interface ByteReader {
  /** Reads the next `count` bytes; fewer only at the end of the stream. */
  take(count: number): Promise<Uint8Array>;
  /** Yields the next `count` bytes as they arrive, without buffering; by default all remaining bytes. */
  pieces(count?: number): AsyncGenerator<Uint8Array>;
  /** Reads like `take`, but leaves the bytes in the stream. */
  peek(count: number): Promise<Uint8Array>;
  /** Skips the next `count` bytes and returns the number of skipped bytes. */
  skip(count: number): Promise<number>;
  /** Closes the source. */
  close(): Promise<void>;
}

export function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = source[Symbol.asyncIterator]();
  let buffered: Uint8Array = new Uint8Array(0);

  /** Returns at most `limit` bytes; none only at the end of the stream. */
  async function next(limit: number): Promise<Uint8Array> {
    while (buffered.length === 0) {
      const result = await iterator.next();
      if (result.done === true) return buffered;
      buffered = result.value;
    }
    const piece = buffered.subarray(0, limit);
    buffered = buffered.subarray(piece.length);
    return piece;
  }

  async function* pieces(count = Infinity): AsyncGenerator<Uint8Array> {
    for (let remaining = count; remaining > 0;) {
      const piece = await next(remaining);
      if (piece.length === 0) return;
      remaining -= piece.length;
      yield piece;
    }
  }

  // Allocates memory only for bytes that have arrived: `count` comes from the file and may be wrong.
  async function take(count: number): Promise<Uint8Array> {
    const collected: Uint8Array[] = [];
    for await (const piece of pieces(count)) collected.push(piece);
    return Buffer.concat(collected);
  }

  return {
    pieces,
    take,
    async peek(count) {
      const taken = await take(count);
      buffered = Buffer.concat([taken, buffered]);
      return taken;
    },
    async skip(count) {
      let skipped = 0;
      for await (const { length } of pieces(count)) skipped += length;
      return skipped;
    },
    async close() {
      await iterator.return?.();
    },
  };
}
