// Exponential integrators in λ = −ln σ on the denoised estimate: the DPM-Solver++ family (Lu et al. 2022), for the ordinary
// (eta 0) and the stochastic (eta 1) differential equation.
import { stepsOf, sum, withNoise, type Sampling, type UpdateRule, type Vector } from "./sampling.js";

/** Moves the latent x from one sigma to another with a denoised estimate. */
function integrate(x: Vector, denoised: Vector, from: number, to: number, eta: number): Vector {
  const h = Math.log(from / to);
  const kept = Math.exp(-h * (1 + eta));
  return sum([kept, x], [1 - kept, denoised]);
}

/** The sigma of the fresh noise of a stochastic step. */
const noiseLevel = (from: number, to: number, eta: number): number =>
  eta === 0 ? 0 : to * Math.sqrt(1 - Math.exp(-2 * eta * Math.log(from / to)));

export interface MultistepOptions {
  /** The number of denoised estimates used. */
  readonly order: 1 | 2 | 3;
  readonly eta: number;
  /** The weight of the second estimate. */
  readonly blend?: "midpoint" | "heun" | "residual";
  /** The weight of a correction with the estimate at the end of the step; 0 (default) for none. */
  readonly corrector?: number;
  readonly cfgPlusPlus?: boolean;
}

/** Extrapolates the estimate from previous ones: one evaluation per step without a corrector. */
export function exponentialMultistep(options: MultistepOptions): UpdateRule {
  const { order, eta, blend = "midpoint", corrector = 0, cfgPlusPlus = false } = options;
  return (start, sampling) => {
    let x = start;
    let history: { readonly denoised: Vector; readonly lambda: number }[] = [];
    for (const [index, from, to] of stepsOf(sampling.sigmas)) {
      const denoised = sampling.denoise(x, from);
      history = [{ denoised, lambda: -Math.log(from) }, ...history].slice(0, order);
      if (to === 0) x = denoised;
      else {
        const target = extrapolate(history, Math.log(from / to), blend);
        const moved = integrate(x, target, from, to, eta);
        const shift = cfgPlusPlus ? sampling.unguided(x, from) : undefined;
        const next = shift ? sum([1, moved], [to / from, denoised], [-to / from, shift]) : moved;
        x = withNoise(
          correct(sampling, x, next, denoised, [from, to], { eta, corrector }),
          noiseLevel(from, to, eta),
          sampling,
        );
      }
      sampling.onStep(index, denoised);
    }
    return x;
  };
}

function extrapolate(
  history: readonly { readonly denoised: Vector; readonly lambda: number }[],
  h: number,
  blend: NonNullable<MultistepOptions["blend"]>,
): Vector {
  const [now, before, earlier] = history;
  if (!now || !before) return now?.denoised ?? new Float32Array(0);
  const ratio = h / Math.max(now.lambda - before.lambda, 1e-6);
  const phi = (1 - Math.exp(-h)) / h;
  const share = { midpoint: 0.5, heun: (1 - phi) / Math.max(1 - Math.exp(-h), 1e-6), residual: 1 - phi }[
    blend
  ];
  const weight = Math.min(share * ratio, 1.5);
  const second = sum([1 + weight, now.denoised], [-weight, before.denoised]);
  if (!earlier) return second;
  const bend = Math.min(weight * ratio * 0.33, 0.5);
  return sum([1, second], [bend, now.denoised], [-2 * bend, before.denoised], [bend, earlier.denoised]);
}

function correct(
  sampling: Sampling,
  x: Vector,
  predicted: Vector,
  denoised: Vector,
  [from, to]: readonly [number, number],
  { eta, corrector }: { readonly eta: number; readonly corrector: number },
): Vector {
  if (corrector === 0) return predicted;
  const end = sampling.denoise(predicted, to);
  const mean = sum([1 - corrector / 2, denoised], [corrector / 2, end]);
  return sum([1 - corrector, predicted], [corrector, integrate(x, mean, from, to, eta)]);
}

export interface SinglestepOptions {
  /** Positions within the step (0 to 1, in λ) of additional evaluations. */
  readonly positions: readonly number[];
  readonly eta: number;
  readonly cfgPlusPlus?: boolean;
  /** True: spaces the steps equally in λ over the range of the schedule. */
  readonly evenInLambda?: boolean;
}

/** An exponential rule that evaluates the model several times within each step. */
export function exponentialSinglestep(options: SinglestepOptions): UpdateRule {
  const { positions, eta, cfgPlusPlus = false, evenInLambda = false } = options;
  return (start, sampling) => {
    let x = start;
    const sigmas = evenInLambda ? evenSigmas(sampling.sigmas) : sampling.sigmas;
    for (const [index, from, to] of stepsOf(sigmas)) {
      const denoised = sampling.denoise(x, from);
      if (to === 0) x = denoised;
      else {
        const estimate = positions.reduce((target, position) => {
          const sigma = from * Math.exp(-position * Math.log(from / to));
          const there = sampling.denoise(integrate(x, target, from, sigma, 0), sigma);
          const weight = Math.min(1, 0.5 / position);
          return sum([1 - weight, denoised], [weight, there]);
        }, denoised);
        const moved = integrate(x, estimate, from, to, eta);
        const shift = cfgPlusPlus ? sampling.unguided(x, from) : undefined;
        const next = shift ? sum([1, moved], [to / from, denoised], [-to / from, shift]) : moved;
        x = withNoise(next, noiseLevel(from, to, eta), sampling);
      }
      sampling.onStep(index, denoised);
    }
    return x;
  };
}

/** The same number of sigmas, evenly spaced in λ, with the same end. */
function evenSigmas(sigmas: Float32Array): Float32Array {
  const last = sigmas.at(-1) ?? 0;
  const end = last > 0 ? sigmas.length - 1 : sigmas.length - 2;
  const [high, low] = [sigmas[0] ?? 1, sigmas[end] ?? 1];
  return sigmas.map((sigma, i) => (i >= end ? sigma : high * Math.exp((i / end) * Math.log(low / high))));
}
