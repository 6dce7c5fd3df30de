// Schedulers: the noise levels of a run with a number of steps. Names and formulas are those of ComfyUI.
import { betaQuantile } from "./beta-quantile.js";
import { sigmaAt, sigmaMax, sigmaMin, sigmaTable, timestepOf } from "./sigma-table.js";

export const schedulerNames = [
  "simple",
  "sgm_uniform",
  "karras",
  "exponential",
  "ddim_uniform",
  "beta",
  "normal",
  "linear_quadratic",
  "kl_optimal",
] as const;

export type SchedulerName = (typeof schedulerNames)[number];

/** Returns `steps + 1` noise levels from the highest to 0; `ddim_uniform` may return one more. */
export function scheduleSigmas(name: SchedulerName, steps: number): Float32Array {
  return Float32Array.from([...levels[name](steps), 0]);
}

/** The last `steps` steps of a schedule that is longer by 1 / `denoise`; empty for a denoise of 0. */
export function denoisedSigmas(name: SchedulerName, steps: number, denoise: number): Float32Array {
  if (denoise <= 0) return new Float32Array(0);
  if (denoise > 0.9999) return scheduleSigmas(name, steps);
  return scheduleSigmas(name, Math.trunc(steps / denoise)).slice(-(steps + 1));
}

const evenly = (steps: number, from: number, to: number, last: boolean): number[] => {
  const count = last ? Math.max(steps - 1, 1) : steps;
  return Array.from({ length: steps }, (_, i) => from + ((to - from) * i) / count);
};

const levels: Readonly<Record<SchedulerName, (steps: number) => number[]>> = {
  normal: (steps) => evenly(steps, 999, 0, true).map(sigmaAt),
  sgm_uniform: (steps) => evenly(steps, 999, 0, false).map(sigmaAt),
  simple: (steps) => Array.from({ length: steps }, (_, i) => tableAt(999 - Math.trunc((i * 1000) / steps))),
  ddim_uniform(steps) {
    const stride = Math.max(Math.trunc(1000 / steps), 1);
    const found: number[] = [];
    for (let t = 1; t < 1000; t += stride) found.unshift(tableAt(t));
    return found;
  },
  karras(steps) {
    const [low, high] = [Math.pow(sigmaMin, 1 / 7), Math.pow(sigmaMax, 1 / 7)];
    return evenly(steps, high, low, true).map((root) => Math.pow(root, 7));
  },
  exponential: (steps) => evenly(steps, Math.log(sigmaMax), Math.log(sigmaMin), true).map(Math.exp),
  beta: (steps) => betaSchedule(steps, 0.6, 0.6),
  linear_quadratic: linearQuadratic,
  kl_optimal: (steps) => evenly(steps, Math.atan(sigmaMax), Math.atan(sigmaMin), true).map(Math.tan),
};

/** Timesteps at quantiles of a beta distribution, without the final 0. */
export const betaSchedule = (steps: number, alpha: number, beta: number): number[] =>
  evenly(steps, 1, 0, false).map((p) => tableAt(Math.round(betaQuantile(p, alpha, beta) * 999)));

const tableAt = (timestep: number): number => sigmaTable[Math.min(Math.max(timestep, 0), 999)] as number;

/** Half of the steps decrease linearly through the top 2.5 % of the noise, the others quadratically. */
function linearQuadratic(steps: number): number[] {
  if (steps === 1) return [sigmaMax];
  const slow = Math.trunc(steps / 2);
  const fast = steps - slow;
  const threshold = 0.025;
  const linear = Array.from({ length: slow }, (_, i) => (i * threshold) / slow);
  const slope = threshold / slow;
  const curve = (1 - threshold - slope * fast) / (fast * fast);
  const quadratic = Array.from({ length: fast }, (_, i) => threshold + slope * i + curve * i * i);
  return [...linear, ...quadratic].map((done) => (1 - done) * sigmaMax);
}

/**
 * Applies a timestep shift s: each time t (0 to 1) becomes s · t / (1 + (s − 1) · t). With a shift above 1, more steps are
 * at high noise.
 */
export function shifted(levels: Float32Array, shift = 1): Float32Array {
  if (shift === 1) return levels;
  return levels.map((level) => {
    if (level <= 0) return 0;
    const time = timestepOf(level) / 999;
    return sigmaAt((999 * shift * time) / (1 + (shift - 1) * time));
  });
}
