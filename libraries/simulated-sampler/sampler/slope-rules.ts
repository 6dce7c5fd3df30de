// Higher-order update rules on the slope d = (x − D) / σ: Heun, midpoint and multistep.
import {
  ancestralStep,
  stepsOf,
  sum,
  withNoise,
  type Sampling,
  type UpdateRule,
  type Vector,
} from "./sampling.js";

const slopeAt = (
  sampling: Sampling,
  x: Vector,
  sigma: number,
  denoised = sampling.denoise(x, sigma),
): Vector => sum([1 / sigma, x], [-1 / sigma, denoised]);

/** Heun's method; Heun++ with three evaluations. */
export function heun(evaluations: 2 | 3): UpdateRule {
  return (start, sampling) => {
    let x = start;
    const steps = stepsOf(sampling.sigmas);
    for (const [index, from, to] of steps) {
      const denoised = sampling.denoise(x, from);
      const first = slopeAt(sampling, x, from, denoised);
      const predicted = sum([1, x], [to - from, first]);
      const after = steps[index + 1]?.[2] ?? 0;
      if (to === 0) x = predicted;
      else if (evaluations === 2 || after === 0) {
        x = sum([1, x], [(to - from) / 2, first], [(to - from) / 2, slopeAt(sampling, predicted, to)]);
      } else {
        const second = slopeAt(sampling, predicted, to);
        const third = slopeAt(sampling, sum([1, predicted], [after - to, second]), after);
        const [w2, w3] = [to / (3 * from), after / (3 * from)];
        x = sum([1, x], ...weighted(to - from, [1 - w2 - w3, first], [w2, second], [w3, third]));
      }
      sampling.onStep(index, denoised);
    }
    return x;
  };
}

/** DPM-Solver-2: uses the slope at the geometric mean of the two sigmas. */
export function midpoint(eta: number): UpdateRule {
  return (start, sampling) => {
    let x = start;
    for (const [index, from, to] of stepsOf(sampling.sigmas)) {
      const denoised = sampling.denoise(x, from);
      const { down, up } = ancestralStep(from, to, eta);
      const slope = slopeAt(sampling, x, from, denoised);
      if (down === 0) x = sum([1, x], [-from, slope]);
      else {
        const middle = Math.sqrt(from * down);
        const there = slopeAt(sampling, sum([1, x], [middle - from, slope]), middle);
        x = withNoise(sum([1, x], [down - from, there]), up, sampling);
      }
      sampling.onStep(index, denoised);
    }
    return x;
  };
}

export type Weights = "integrated" | "uniform";

/**
 * Adams-Bashforth on the last `order` slopes. "integrated" uses the actual step lengths, "uniform" the classic coefficients
 * for equal steps. `inLog` extrapolates in log σ instead of σ.
 */
export function adamsBashforth(order: number, weights: Weights, inLog = false): UpdateRule {
  return (start, sampling) => {
    let x = start;
    const slopes: Vector[] = [];
    const previousSigmas: number[] = [];
    for (const [index, from, to] of stepsOf(sampling.sigmas)) {
      const denoised = sampling.denoise(x, from);
      slopes.unshift(slopeAt(sampling, x, from, denoised));
      previousSigmas.unshift(from);
      slopes.length = previousSigmas.length = Math.min(order, slopes.length);
      const factors =
        to === 0
          ? [to - from]
          : weights === "uniform"
            ? (uniform[slopes.length - 1] ?? []).map((factor) => factor * (to - from))
            : integrate(previousSigmas, from, to, inLog);
      x = sum([1, x], ...factors.map((factor, i) => [factor, slopes[i] as Vector] as const));
      sampling.onStep(index, denoised);
    }
    return x;
  };
}

const uniform: readonly (readonly number[])[] = [
  [1],
  [3 / 2, -1 / 2],
  [23 / 12, -16 / 12, 5 / 12],
  [55 / 24, -59 / 24, 37 / 24, -9 / 24],
];

/** Integrates the Lagrange polynomials through `previousSigmas` from `from` to `to`, by Simpson's rule with 8 intervals. */
function integrate(previousSigmas: readonly number[], from: number, to: number, inLog: boolean): number[] {
  const scale = inLog ? Math.log : (value: number): number => value;
  return previousSigmas.map((own, i) => {
    const polynomial = (at: number): number =>
      previousSigmas.reduce(
        (product, place, j) =>
          i === j ? product : (product * (scale(at) - scale(place))) / (scale(own) - scale(place)),
        1,
      );
    let total = 0;
    for (let cell = 0; cell <= 8; cell += 1) {
      const weight = cell === 0 || cell === 8 ? 1 : cell % 2 === 1 ? 4 : 2;
      total += weight * polynomial(from + ((to - from) * cell) / 8);
    }
    return (total * (to - from)) / 24;
  });
}

const weighted = (
  factor: number,
  ...terms: readonly (readonly [number, Vector])[]
): (readonly [number, Vector])[] => terms.map(([weight, vector]) => [weight * factor, vector] as const);
