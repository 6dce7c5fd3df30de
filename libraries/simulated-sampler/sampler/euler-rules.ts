// First-order update rules, deterministic or with fresh noise.
import { ancestralStep, stepsOf, sum, withNoise, type UpdateRule } from "./sampling.js";

export interface EulerOptions {
  /** Share of ancestral noise, 0 (none) to 1. */
  readonly eta: number;
  /** CFG++: the slope uses the unguided estimate. */
  readonly cfgPlusPlus?: boolean;
  /** Scales the initial noise for a variance-preserving model, as in DDIM. */
  readonly variancePreserving?: boolean;
}

/** Euler's method on dx/dσ = (x − D) / σ (Karras et al. 2022, algorithm 1 without churn). */
export function euler({ eta, cfgPlusPlus = false, variancePreserving = false }: EulerOptions): UpdateRule {
  return (start, sampling) => {
    const first = sampling.sigmas[0] ?? 1;
    let x = variancePreserving ? sum([first / Math.sqrt(1 + first * first), start]) : start;
    for (const [index, from, to] of stepsOf(sampling.sigmas)) {
      const denoised = sampling.denoise(x, from);
      const { down, up } = ancestralStep(from, to, eta);
      const base = cfgPlusPlus ? sampling.unguided(x, from) : denoised;
      x = withNoise(sum([1, denoised], [down / from, x], [-down / from, base]), up, sampling);
      sampling.onStep(index, denoised);
    }
    return x;
  };
}

/** Consistency sampling: takes the denoised estimate and adds noise of the next level. */
export const lcm: UpdateRule = (start, sampling) => {
  let x = start;
  for (const [index, from, to] of stepsOf(sampling.sigmas)) {
    const denoised = sampling.denoise(x, from);
    x = withNoise(denoised, to, sampling);
    sampling.onStep(index, denoised);
  }
  return x;
};

/** The posterior step of DDPM (Ho et al. 2020) in sigma space. */
export const ddpm: UpdateRule = (start, sampling) => {
  let x = start;
  for (const [index, from, to] of stepsOf(sampling.sigmas)) {
    const denoised = sampling.denoise(x, from);
    const ratio = (to * to) / (from * from);
    x = withNoise(sum([ratio, x], [1 - ratio, denoised]), to * Math.sqrt(1 - ratio), sampling);
    sampling.onStep(index, denoised);
  }
  return x;
};

/** Gradient estimation with gamma 2: Euler with a slope corrected by the previous one. */
export function gradientEstimation(cfgPlusPlus: boolean): UpdateRule {
  const gamma = 2;
  return (start, sampling) => {
    let x = start;
    let before: Float32Array | undefined;
    for (const [index, from, to] of stepsOf(sampling.sigmas)) {
      const denoised = sampling.denoise(x, from);
      const base = cfgPlusPlus ? sampling.unguided(x, from) : denoised;
      const slope = sum([1 / from, x], [-1 / from, base]);
      const used = before && to > 0 ? sum([gamma, slope], [1 - gamma, before]) : slope;
      const straight = sum([1, denoised], [to, slope]);
      x = before && to > 0 ? sum([1, straight], [to - from, used], [from - to, slope]) : straight;
      before = slope;
      sampling.onStep(index, denoised);
    }
    return x;
  };
}
