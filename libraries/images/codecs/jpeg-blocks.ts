// Blocks of 8 by 8 samples as a JPEG scan: cosine transform, quantization, Huffman codes.
import { zigzag, type HuffmanTable } from "./jpeg-tables.js";

/** Bits, the highest first, with a zero after each 0xff byte; grows as it is filled. */
export interface BitWriter {
  put(value: number, length: number): void;
  /** Fills the last byte with ones and gives everything. */
  end(): Uint8Array;
}

export function createBitWriter(): BitWriter {
  let bytes = new Uint8Array(1 << 16);
  let [length, held, count] = [0, 0, 0];
  const put = (value: number, bits: number): void => {
    held = (held << bits) | value;
    count += bits;
    while (count >= 8) {
      count -= 8;
      const byte = (held >> count) & 0xff;
      if (length + 2 > bytes.length) {
        const larger = new Uint8Array(bytes.length * 2);
        larger.set(bytes);
        bytes = larger;
      }
      bytes[length++] = byte;
      if (byte === 0xff) bytes[length++] = 0;
    }
    held &= (1 << count) - 1;
  };
  return {
    put,
    end() {
      if (count > 0) put((1 << (8 - count)) - 1, 8 - count);
      return bytes.subarray(0, length);
    },
  };
}

/** Scales of the fast cosine transform's outputs (Arai, Agui and Nakajima 1988). */
const SCALES = [1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.5411961, 0.275899379];

/** By place in the block, the factor that takes a transformed number to whole steps. */
export const stepFactors = (steps: Uint8Array): Float64Array =>
  Float64Array.from(
    steps,
    (step, i) => 1 / (step * (SCALES[i >> 3] as number) * (SCALES[i & 7] as number) * 8),
  );

/** One component of a picture: its samples, 0 to 255, padded to whole blocks. */
export interface Component {
  readonly samples: Float32Array;
  /** Samples in a row. */
  readonly stride: number;
  readonly factors: Float64Array;
  readonly dc: HuffmanTable;
  readonly ac: HuffmanTable;
}

const work = new Float64Array(64);
const whole = new Int32Array(64);

/** Writes the block whose first sample is at `start`; gives its mean, for the next block of the component. */
export function writeBlock(out: BitWriter, component: Component, start: number, lastMean: number): number {
  const { samples, stride, factors, dc, ac } = component;
  for (let y = 0, from = start; y < 64; y += 8, from += stride) {
    for (let x = 0; x < 8; x += 1) work[y + x] = (samples[from + x] as number) - 128;
  }
  for (let i = 0; i < 64; i += 8) transform(i, 1);
  for (let i = 0; i < 8; i += 1) transform(i, 8);
  let last = 0;
  for (let n = 0; n < 64; n += 1) {
    const place = zigzag[n] as number;
    const exact = (work[place] as number) * (factors[place] as number);
    const value = (exact < 0 ? exact - 0.5 : exact + 0.5) | 0;
    whole[n] = value;
    if (value !== 0) last = n;
  }
  const mean = whole[0] as number;
  writeNumber(out, dc, 0, mean - lastMean);
  let zeros = 0;
  for (let n = 1; n <= last; n += 1) {
    const value = whole[n] as number;
    if (value === 0) {
      zeros += 1;
      continue;
    }
    for (; zeros > 15; zeros -= 16) out.put(ac.codes[0xf0] as number, ac.lengths[0xf0] as number);
    writeNumber(out, ac, zeros, value);
    zeros = 0;
  }
  if (last < 63) out.put(ac.codes[0] as number, ac.lengths[0] as number);
  return mean;
}

/** The code for so many zeros and a number of so many bits, and then these bits. */
function writeNumber(out: BitWriter, { codes, lengths }: HuffmanTable, zeros: number, value: number): void {
  const size = 32 - Math.clz32(Math.abs(value));
  const symbol = (zeros << 4) | size;
  out.put(codes[symbol] as number, lengths[symbol] as number);
  if (size > 0) out.put(value < 0 ? value + (1 << size) - 1 : value, size);
}

/** Eight numbers, `step` apart, transformed in place. */
function transform(start: number, step: number): void {
  const v0 = work[start] as number;
  const v1 = work[start + step] as number;
  const v2 = work[start + 2 * step] as number;
  const v3 = work[start + 3 * step] as number;
  const v4 = work[start + 4 * step] as number;
  const v5 = work[start + 5 * step] as number;
  const v6 = work[start + 6 * step] as number;
  const v7 = work[start + 7 * step] as number;
  // The even half.
  const outer = v0 + v7 + v3 + v4;
  const inner = v1 + v6 + v2 + v5;
  const side = v0 + v7 - v3 - v4;
  const turn = (v1 + v6 - v2 - v5 + side) * 0.707106781;
  work[start] = outer + inner;
  work[start + 4 * step] = outer - inner;
  work[start + 2 * step] = side + turn;
  work[start + 6 * step] = side - turn;
  // The odd half.
  const a = v3 - v4 + v2 - v5;
  const b = v2 - v5 + v1 - v6;
  const c = v1 - v6 + v0 - v7;
  const common = (a - c) * 0.382683433;
  const low = 0.5411961 * a + common;
  const high = 1.306562965 * c + common;
  const middle = b * 0.707106781;
  const plus = v0 - v7 + middle;
  const minus = v0 - v7 - middle;
  work[start + 5 * step] = minus + low;
  work[start + 3 * step] = minus - low;
  work[start + step] = plus + high;
  work[start + 7 * step] = plus - high;
}
