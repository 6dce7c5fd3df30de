// Value noise in one and two dimensions, and its fractal sums. The integer hashes are the same on every JavaScript engine.

/** A pseudo-random number in [0, 1) for a lattice point. */
export function lattice(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise in one dimension, in [0, 1). */
export function noise1(x: number, seed: number): number {
  const cell = Math.floor(x);
  const t = fade(x - cell);
  return lattice(cell, 0, seed) * (1 - t) + lattice(cell + 1, 0, seed) * t;
}

/** Smooth noise in two dimensions, in [0, 1). */
export function noise2(x: number, y: number, seed: number): number {
  const cellX = Math.floor(x);
  const cellY = Math.floor(y);
  const tx = fade(x - cellX);
  const ty = fade(y - cellY);
  const top = lattice(cellX, cellY, seed) * (1 - tx) + lattice(cellX + 1, cellY, seed) * tx;
  const bottom = lattice(cellX, cellY + 1, seed) * (1 - tx) + lattice(cellX + 1, cellY + 1, seed) * tx;
  return top * (1 - ty) + bottom * ty;
}

/** Octaves of `noise1`, each with half the amplitude and about twice the frequency; in [0, 1). */
export function fractal1(x: number, seed: number, octaves: number): number {
  let total = 0;
  let weight = 0.5;
  let reach = 0;
  for (let i = 0; i < octaves; i += 1) {
    total += weight * noise1(x, seed + i);
    reach += weight;
    weight *= 0.5;
    x = x * 2.03 + 17.1;
  }
  return total / reach;
}

/** Octaves of `noise2`; in [0, 1). */
export function fractal2(x: number, y: number, seed: number, octaves: number): number {
  let total = 0;
  let weight = 0.5;
  let reach = 0;
  for (let i = 0; i < octaves; i += 1) {
    total += weight * noise2(x, y, seed + i);
    reach += weight;
    weight *= 0.5;
    x = x * 2.03 + 17.1;
    y = y * 2.03 + 9.7;
  }
  return total / reach;
}

const fade = (t: number): number => t * t * (3 - 2 * t);
