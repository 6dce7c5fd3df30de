// Seeded noise: xoshiro128** (Blackman and Vigna) in 32-bit integer arithmetic, initialized with a hash of a 64-bit seed.
// The numbers are the same on every machine and version of Node.js.

/** Returns uniformly distributed 32-bit integers. */
export type RandomSource = () => number;

/** A generator for one stream of a seed; the streams of a seed are independent. */
export function randomSource(seed: number | bigint, stream: string): RandomSource {
  const text = `${BigInt.asUintN(64, BigInt(seed))}/${stream}`;
  let [a, b, c, d] = [1, 2, 3, 4].map((salt) => hashText(text, salt)) as [number, number, number, number];
  return () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
}

/** Standard normal numbers by Marsaglia's polar method, without sine and cosine, whose last bits differ between engines. */
export function fillGaussian(target: Float32Array, next: RandomSource): Float32Array {
  for (let i = 0; i < target.length; i += 2) {
    let x: number;
    let y: number;
    let s: number;
    do {
      x = next() / 2147483648 - 1;
      y = next() / 2147483648 - 1;
      s = x * x + y * y;
    } while (s >= 1 || s === 0);
    const scale = Math.sqrt((-2 * Math.log(s)) / s);
    target[i] = x * scale;
    if (i + 1 < target.length) target[i + 1] = y * scale;
  }
  return target;
}

/** A 32-bit hash of a string (FNV-1a with a final avalanche). */
export function hashText(text: string, salt = 0): number {
  let hash = (0x811c9dc5 ^ Math.imul(salt, 0x9e3779b1)) >>> 0;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));
