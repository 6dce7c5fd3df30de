// What an update rule works with, and the few vector operations that all of them share.

/** A latent batch as one flat vector. */
export type Vector = Float32Array;

/** One sampling run, as an update rule sees it. */
export interface Sampling {
  /** Noise levels, falling; the last may be 0. */
  readonly sigmas: Float32Array;
  /** The model's guess of the clean latent, guidance applied. */
  readonly denoise: (x: Vector, sigma: number) => Vector;
  /** The guess for the negative prompt alone. */
  readonly unguided: (x: Vector, sigma: number) => Vector;
  /** Fresh standard normal noise of the latent's shape. */
  readonly noise: () => Vector;
  /** To be called once per step with the newest guess; throws when the run is interrupted. */
  readonly onStep: (index: number, denoised: Vector) => void;
}

/** Takes the noisy latent at the first sigma to the latent at the last one. */
export type UpdateRule = (start: Vector, sampling: Sampling) => Vector;

/** The weighted sum of vectors. */
export function sum(...terms: readonly (readonly [weight: number, vector: Vector])[]): Vector {
  const [first, ...rest] = terms as [readonly [number, Vector], ...(readonly [number, Vector])[]];
  const out = new Float32Array(first[1].length);
  for (let i = 0; i < out.length; i += 1) out[i] = first[0] * (first[1][i] as number);
  for (const [weight, vector] of rest) {
    for (let i = 0; i < out.length; i += 1) out[i] = (out[i] as number) + weight * (vector[i] as number);
  }
  return out;
}

/** Sigma to step down to, and sigma of the noise to add, for an ancestral step of strength `eta`. */
export function ancestral(from: number, to: number, eta: number): { down: number; up: number } {
  if (eta === 0 || to === 0) return { down: to, up: 0 };
  const up = Math.min(to, eta * Math.sqrt((to * to * (from * from - to * to)) / (from * from)));
  return { down: Math.sqrt(to * to - up * up), up };
}

/** Adds noise of level `sigma`, if any. */
export function withNoise(x: Vector, sigma: number, sampling: Sampling): Vector {
  return sigma > 0 ? sum([1, x], [sigma, sampling.noise()]) : x;
}

/** The pairs (sigma, next sigma) of a run. */
export function stepsOf(sigmas: Float32Array): (readonly [index: number, from: number, to: number])[] {
  return Array.from({ length: Math.max(sigmas.length - 1, 0) }, (_, i) => [
    i,
    sigmas[i] as number,
    sigmas[i + 1] as number,
  ]);
}
