// Exponential integrators in λ = −ln σ that work on the guess D itself: the DPM-Solver++ family and its relatives
// (Lu et al. 2022), deterministic (eta 0) or as a stochastic equation (eta 1).
import { stepsOf, sum, withNoise, type Sampling, type UpdateRule, type Vector } from "./sampling.js";

/** Moves x from one sigma to the next along the given guess; the building block of every rule here. */
function integrate(x: Vector, guess: Vector, from: number, to: number, eta: number): Vector {
  const h = Math.log(from / to);
  const kept = Math.exp(-h * (1 + eta));
  return sum([kept, x], [1 - kept, guess]);
}

/** Level of the fresh noise that a stochastic step of strength eta adds. */
const noiseLevel = (from: number, to: number, eta: number): number =>
  eta === 0 ? 0 : to * Math.sqrt(1 - Math.exp(-2 * eta * Math.log(from / to)));

export interface MultistepOptions {
  /** Guesses used: 1 to 3. */
  readonly order: 1 | 2 | 3;
  readonly eta: number;
  /** How the second guess is weighted: at the middle of the step, or as Heun's method would. */
  readonly blend?: "midpoint" | "heun" | "residual";
  /** Corrects each step with the guess at its end, at this weight (0: never). */
  readonly corrector?: number;
  readonly cfgPlusPlus?: boolean;
}

/** Extrapolates the guess from its own history: one evaluation per step. */
export function exponentialMultistep(options: MultistepOptions): UpdateRule {
  const { order, eta, blend = "midpoint", corrector = 0, cfgPlusPlus = false } = options;
  return (start, sampling) => {
    let x = start;
    let history: { readonly guess: Vector; readonly lambda: number }[] = [];
    for (const [index, from, to] of stepsOf(sampling.sigmas)) {
      const guess = sampling.denoise(x, from);
      history = [{ guess, lambda: -Math.log(from) }, ...history].slice(0, order);
      if (to === 0) x = guess;
      else {
        const target = extrapolate(history, Math.log(from / to), blend);
        const moved = integrate(x, target, from, to, eta);
        const shift = cfgPlusPlus ? sampling.unguided(x, from) : undefined;
        const next = shift ? sum([1, moved], [to / from, guess], [-to / from, shift]) : moved;
        x = withNoise(
          correct(sampling, x, next, guess, [from, to], { eta, corrector }),
          noiseLevel(from, to, eta),
          sampling,
        );
      }
      sampling.onStep(index, guess);
    }
    return x;
  };
}

function extrapolate(
  history: readonly { readonly guess: Vector; readonly lambda: number }[],
  h: number,
  blend: NonNullable<MultistepOptions["blend"]>,
): Vector {
  const [now, before, earlier] = history;
  if (!now || !before) return now?.guess ?? new Float32Array(0);
  const ratio = h / Math.max(now.lambda - before.lambda, 1e-6);
  const phi = (1 - Math.exp(-h)) / h;
  const share = { midpoint: 0.5, heun: (1 - phi) / Math.max(1 - Math.exp(-h), 1e-6), residual: 1 - phi }[
    blend
  ];
  const weight = Math.min(share * ratio, 1.5);
  const second = sum([1 + weight, now.guess], [-weight, before.guess]);
  if (!earlier) return second;
  const bend = Math.min(weight * ratio * 0.33, 0.5);
  return sum([1, second], [bend, now.guess], [-2 * bend, before.guess], [bend, earlier.guess]);
}

function correct(
  sampling: Sampling,
  x: Vector,
  predicted: Vector,
  guess: Vector,
  [from, to]: readonly [number, number],
  { eta, corrector }: { readonly eta: number; readonly corrector: number },
): Vector {
  if (corrector === 0) return predicted;
  const end = sampling.denoise(predicted, to);
  const mean = sum([1 - corrector / 2, guess], [corrector / 2, end]);
  return sum([1 - corrector, predicted], [corrector, integrate(x, mean, from, to, eta)]);
}

export interface SinglestepOptions {
  /** Places inside the step (0 to 1, in λ) where the model is asked again. */
  readonly places: readonly number[];
  readonly eta: number;
  readonly cfgPlusPlus?: boolean;
  /** Replaces the schedule by equal steps in λ over the same range. */
  readonly evenInLambda?: boolean;
}

/** Asks the model again inside each step: two or three evaluations per step. */
export function exponentialSinglestep(options: SinglestepOptions): UpdateRule {
  const { places, eta, cfgPlusPlus = false, evenInLambda = false } = options;
  return (start, sampling) => {
    let x = start;
    const sigmas = evenInLambda ? evenSigmas(sampling.sigmas) : sampling.sigmas;
    for (const [index, from, to] of stepsOf(sigmas)) {
      const guess = sampling.denoise(x, from);
      if (to === 0) x = guess;
      else {
        const inner = places.reduce((target, place) => {
          const sigma = from * Math.exp(-place * Math.log(from / to));
          const there = sampling.denoise(integrate(x, target, from, sigma, 0), sigma);
          const weight = Math.min(1, 0.5 / place);
          return sum([1 - weight, guess], [weight, there]);
        }, guess);
        const moved = integrate(x, inner, from, to, eta);
        const shift = cfgPlusPlus ? sampling.unguided(x, from) : undefined;
        const next = shift ? sum([1, moved], [to / from, guess], [-to / from, shift]) : moved;
        x = withNoise(next, noiseLevel(from, to, eta), sampling);
      }
      sampling.onStep(index, guess);
    }
    return x;
  };
}

/** As many levels, equally far apart in λ, down to the same last levels. */
function evenSigmas(sigmas: Float32Array): Float32Array {
  const last = sigmas.at(-1) ?? 0;
  const end = last > 0 ? sigmas.length - 1 : sigmas.length - 2;
  const [high, low] = [sigmas[0] ?? 1, sigmas[end] ?? 1];
  return sigmas.map((sigma, i) => (i >= end ? sigma : high * Math.exp((i / end) * Math.log(low / high))));
}
