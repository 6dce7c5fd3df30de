// Reads a stream of bytes by count, however the stream happens to be cut into pieces.

export interface ByteReader {
  /** The next `count` bytes; fewer only where the stream ends. */
  take(count: number): Promise<Uint8Array>;
  /** The next `count` bytes as they come, without collecting them. Default: all that are left. */
  pieces(count?: number): AsyncGenerator<Uint8Array>;
  /** The same without moving on. */
  peek(count: number): Promise<Uint8Array>;
  /** Passes over the next `count` bytes; gives how many there were. */
  skip(count: number): Promise<number>;
  /** Lets go of the source. */
  close(): Promise<void>;
}

export function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);

  /** At most `limit` bytes that are at hand; empty only at the end. */
  async function next(limit: number): Promise<Uint8Array> {
    while (rest.length === 0) {
      const result = await iterator.next();
      if (result.done === true) return rest;
      rest = result.value;
    }
    const piece = rest.subarray(0, limit);
    rest = rest.subarray(piece.length);
    return piece;
  }

  async function* pieces(count = Infinity): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0;) {
      const piece = await next(left);
      if (piece.length === 0) return;
      left -= piece.length;
      yield piece;
    }
  }

  // Grows with what really arrives: a count comes from the file and must not reserve memory by itself.
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
      rest = Buffer.concat([taken, rest]);
      return taken;
    },
    async skip(count) {
      let skipped = 0;
      while (skipped < count) {
        const { length } = await next(count - skipped);
        if (length === 0) break;
        skipped += length;
      }
      return skipped;
    },
    async close() {
      await iterator.return?.();
    },
  };
}
