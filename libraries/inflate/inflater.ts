// Decompresses the parts of one file or reply, within limits for all parts together.

import { promisify } from "node:util";
import {
  brotliDecompress,
  brotliDecompressSync,
  gunzip,
  gunzipSync,
  inflate,
  inflateRaw,
  inflateRawSync,
  inflateSync,
} from "node:zlib";
import { inflatedLimit, type InflateLimits } from "./inflate-limits.js";

const decoders = {
  zlib: { now: inflateSync, inThread: promisify(inflate) },
  raw: { now: inflateRawSync, inThread: promisify(inflateRaw) },
  gzip: { now: gunzipSync, inThread: promisify(gunzip) },
  br: { now: brotliDecompressSync, inThread: promisify(brotliDecompress) },
} as const;

/** zlib (RFC 1950), raw deflate (RFC 1951), gzip (RFC 1952) or Brotli (RFC 7932). */
export type Coding = keyof typeof decoders;

export type Inflated =
  | { readonly bytes: Uint8Array }
  /** `maxBytes` is the size that the data, with what was decompressed before it, was allowed to have. */
  | { readonly problem: "too large"; readonly maxBytes: number }
  | { readonly problem: "damaged" };

/**
 * Decompresses the parts of one file or reply, one at a time. After a part that was too large, every further one is, because
 * finding it out costs as much as decompressing it.
 */
export class Inflater {
  readonly #limits: InflateLimits;
  #packed = 0;
  #unpacked = 0;
  #isFull = false;

  constructor(limits: InflateLimits) {
    this.#limits = limits;
  }

  /** Decompresses a small part at once. */
  inflate(data: Uint8Array, coding: Coding): Inflated {
    const options = this.#allow(data);
    if (options === undefined) return this.#refuse();
    try {
      return this.#take(decoders[coding].now(data, options));
    } catch (error) {
      return this.#refuse(error);
    }
  }

  /** Decompresses a part of any size outside of the main thread. */
  async inflateInThread(data: Uint8Array, coding: Coding): Promise<Inflated> {
    const options = this.#allow(data);
    if (options === undefined) return this.#refuse();
    try {
      return this.#take(await decoders[coding].inThread(data, options));
    } catch (error) {
      return this.#refuse(error);
    }
  }

  #limit(): number {
    return inflatedLimit(this.#packed, this.#limits);
  }

  /** What zlib may allocate for the next part; undefined if nothing is left. */
  #allow({ length }: Uint8Array): { readonly maxOutputLength: number } | undefined {
    this.#packed += length;
    const left = this.#limit() - this.#unpacked;
    return this.#isFull || left <= 0 ? undefined : { maxOutputLength: left };
  }

  #take(bytes: Uint8Array): Inflated {
    this.#unpacked += bytes.length;
    return { bytes };
  }

  #refuse(error: unknown = new RangeError()): Inflated {
    // Node throws a RangeError when the output is longer than the maximum.
    if (!(error instanceof RangeError)) return { problem: "damaged" };
    this.#isFull = true;
    return { problem: "too large", maxBytes: this.#limit() };
  }
}
