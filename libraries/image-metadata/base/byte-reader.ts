// Reads a byte stream by count, independent of the chunks in which the stream delivers its bytes.

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #buffered: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** At most `limit` bytes; none only at the end of the stream. */
  async #next(limit: number): Promise<Uint8Array> {
    while (this.#buffered.length === 0) {
      const result = await this.#source.next();
      if (result.done === true) break;
      this.#buffered = result.value;
    }
    const piece = this.#buffered.subarray(0, limit);
    this.#buffered = this.#buffered.subarray(piece.length);
    return piece;
  }

  /** Yields the next `count` bytes as they arrive, without buffering; by default all remaining bytes. */
  async *pieces(count = Infinity): AsyncGenerator<Uint8Array> {
    for (let remaining = count; remaining > 0;) {
      const piece = await this.#next(remaining);
      if (piece.length === 0) return;
      remaining -= piece.length;
      yield piece;
    }
  }

  /**
   * Reads the next `count` bytes; fewer only at the end of the stream. Allocates memory only for bytes that have arrived: `count`
   * comes from the file and may be wrong.
   */
  async take(count: number): Promise<Uint8Array> {
    const collected: Uint8Array[] = [];
    for await (const piece of this.pieces(count)) collected.push(piece);
    return Buffer.concat(collected);
  }

  /** Reads like `take`, but leaves the bytes in the stream. */
  async peek(count: number): Promise<Uint8Array> {
    const taken = await this.take(count);
    this.#buffered = Buffer.concat([taken, this.#buffered]);
    return taken;
  }

  /** Skips the next `count` bytes and returns the number of skipped bytes. */
  async skip(count: number): Promise<number> {
    let skipped = 0;
    for await (const { length } of this.pieces(count)) skipped += length;
    return skipped;
  }

  /** Closes the source. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
