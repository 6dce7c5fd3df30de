// First-order rules: follow the slope from the latent to the model's guess, with or without fresh noise.
import { ancestral, stepsOf, sum, withNoise, type UpdateRule } from "./sampling.js";

export interface EulerOptions {
  /** Share of ancestral noise, 0 (none) to 1. */
  readonly eta: number;
  /** CFG++: the slope comes from the unguided guess. */
  readonly cfgPlusPlus?: boolean;
  /** Starts with noise scaled for a variance-preserving model, as DDIM is defined. */
  readonly variancePreserving?: boolean;
}

/** Euler's method on dx/dσ = (x − D) / σ (Karras et al. 2022, algorithm 1 without churn). */
export function euler({ eta, cfgPlusPlus = false, variancePreserving = false }: EulerOptions): UpdateRule {
  return (start, sampling) => {
    const first = sampling.sigmas[0] ?? 1;
    let x = variancePreserving ? sum([first / Math.sqrt(1 + first * first), start]) : start;
    for (const [index, from, to] of stepsOf(sampling.sigmas)) {
      const guess = sampling.denoise(x, from);
      const { down, up } = ancestral(from, to, eta);
      const base = cfgPlusPlus ? sampling.unguided(x, from) : guess;
      x = withNoise(sum([1, guess], [down / from, x], [-down / from, base]), up, sampling);
      sampling.onStep(index, guess);
    }
    return x;
  };
}

/** Jumps to the guess and adds noise for the next level: consistency sampling. */
export const lcm: UpdateRule = (start, sampling) => {
  let x = start;
  for (const [index, from, to] of stepsOf(sampling.sigmas)) {
    const guess = sampling.denoise(x, from);
    x = withNoise(guess, to, sampling);
    sampling.onStep(index, guess);
  }
  return x;
};

/** The posterior step of DDPM (Ho et al. 2020), in sigma space: mean between guess and latent, posterior noise. */
export const ddpm: UpdateRule = (start, sampling) => {
  let x = start;
  for (const [index, from, to] of stepsOf(sampling.sigmas)) {
    const guess = sampling.denoise(x, from);
    const ratio = (to * to) / (from * from);
    x = withNoise(sum([ratio, x], [1 - ratio, guess]), to * Math.sqrt(1 - ratio), sampling);
    sampling.onStep(index, guess);
  }
  return x;
};

/** Euler with a slope corrected by its own history (gradient estimation, gamma 2). */
export function gradientEstimation(cfgPlusPlus: boolean): UpdateRule {
  const gamma = 2;
  return (start, sampling) => {
    let x = start;
    let before: Float32Array | undefined;
    for (const [index, from, to] of stepsOf(sampling.sigmas)) {
      const guess = sampling.denoise(x, from);
      const base = cfgPlusPlus ? sampling.unguided(x, from) : guess;
      const slope = sum([1 / from, x], [-1 / from, base]);
      const used = before && to > 0 ? sum([gamma, slope], [1 - gamma, before]) : slope;
      const straight = sum([1, guess], [to, slope]);
      x = before && to > 0 ? sum([1, straight], [to - from, used], [from - to, slope]) : straight;
      before = slope;
      sampling.onStep(index, guess);
    }
    return x;
  };
}
