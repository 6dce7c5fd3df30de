// How large compressed data may become: the one rule for everything that is decompressed.

export interface InflateLimits {
  /** The most bytes after decompression. */
  readonly maxBytes: number;
  /** The largest ratio of the size after decompression to the size before. Texts reach 20, and zeros 1,000. Default: any. */
  readonly maxRatio?: number;
  /** Bytes after decompression that are allowed at any ratio. Default 0. */
  readonly freeBytes?: number;
}

/** The most bytes that `packed` bytes may become. */
export const inflatedLimit = (
  packed: number,
  { maxBytes, maxRatio, freeBytes = 0 }: InflateLimits,
): number => (maxRatio === undefined ? maxBytes : Math.min(maxBytes, Math.max(freeBytes, packed * maxRatio)));
