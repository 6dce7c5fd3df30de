// The interface between update rules and the model, and the vector operations that update rules share.

/** A latent batch as one flat vector. */
export type Vector = Float32Array;

/** The inputs and callbacks of an update rule. */
export interface Sampling {
  /** The noise levels in decreasing order; the last may be 0. */
  readonly sigmas: Float32Array;
  /** The estimate of the clean latent, with guidance. */
  readonly denoise: (x: Vector, sigma: number) => Vector;
  /** The estimate for the negative conditioning alone. */
  readonly unguided: (x: Vector, sigma: number) => Vector;
  /** Fresh standard normal noise in the shape of the latent. */
  readonly noise: () => Vector;
  /** Must be called once per step with the current estimate. Throws when the run was interrupted. */
  readonly onStep: (index: number, denoised: Vector) => void;
}

/** Transforms the noisy latent at the first sigma into the latent at the last one. */
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

/** An ancestral step of strength `eta`: `down` is the sigma to step to, `up` the sigma of the noise to add. */
export function ancestralStep(from: number, to: number, eta: number): { down: number; up: number } {
  if (eta === 0 || to === 0) return { down: to, up: 0 };
  const up = Math.min(to, eta * Math.sqrt((to * to * (from * from - to * to)) / (from * from)));
  return { down: Math.sqrt(to * to - up * up), up };
}

/** Adds noise of level `sigma`; none for 0. */
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
