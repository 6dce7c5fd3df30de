// Value noise in two dimensions and its fractal sum. The integer hashes are the same on every JavaScript engine.

/** A pseudo-random number in [0, 1) for a lattice point. */
export function lattice(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise in [0, 1). */
export function noise(x: number, y: number, seed: number): number {
  const [cellX, cellY] = [Math.floor(x), Math.floor(y)];
  const [tx, ty] = [fade(x - cellX), fade(y - cellY)];
  const top = lattice(cellX, cellY, seed) * (1 - tx) + lattice(cellX + 1, cellY, seed) * tx;
  const bottom = lattice(cellX, cellY + 1, seed) * (1 - tx) + lattice(cellX + 1, cellY + 1, seed) * tx;
  return top * (1 - ty) + bottom * ty;
}

/** Octaves of `noise`, each with half the amplitude and about twice the frequency; in [0, 1). */
export function fractal(x: number, y: number, seed: number, octaves: number): number {
  let [total, weight, reach] = [0, 0.5, 0];
  for (let i = 0; i < octaves; i += 1) {
    total += weight * noise(x, y, seed + i);
    reach += weight;
    weight *= 0.5;
    x = x * 2.03 + 17.1;
    y = y * 2.03 + 9.7;
  }
  return total / reach;
}

const fade = (t: number): number => t * t * (3 - 2 * t);
