// Noise levels: those of a model by time, and the levels of a run by its scheduler.
import { clamp } from "../scene/colors.js";

/** The roots of the first and the last beta of Stable Diffusion 1.x. They grow linearly in time ("scaled linear" noise). */
const [FIRST, LAST] = [Math.sqrt(0.00085), Math.sqrt(0.012)];
const STEPS = 1000;

/** The level at a time, from 0 (clean) to 1 (only noise). */
export function sigmaAt(time: number): number {
  const root = FIRST + (LAST - FIRST) * clamp(time);
  return Math.sqrt(Math.expm1((STEPS * (root ** 3 - FIRST ** 3)) / (3 * (LAST - FIRST))));
}

/** The time of a level, the inverse of `sigmaAt`. */
function timeOf(sigma: number): number {
  const root = Math.cbrt(FIRST ** 3 + (3 * (LAST - FIRST) * Math.log1p(sigma * sigma)) / STEPS);
  return Math.min((root - FIRST) / (LAST - FIRST), 1);
}

/** The schedulers in the order of a real server. Each is a curve of Karras, whose exponent comes near to the real curve. */
const exponents = {
  simple: 5,
  sgm_uniform: 5.5,
  karras: 7,
  exponential: 40,
  ddim_uniform: 4.5,
  beta: 4,
  normal: 6,
  linear_quadratic: 3,
  kl_optimal: 9,
} as const;

export type SchedulerName = keyof typeof exponents;

export const schedulerNames = Object.keys(exponents) as readonly SchedulerName[];

/** `steps + 1` noise levels from the highest to 0. */
export const scheduleSigmas = (name: SchedulerName, steps: number): Float32Array =>
  Float32Array.from(karras(steps, sigmaAt(1), sigmaAt(1 / STEPS), exponents[name]));

/** The last `steps` steps of a schedule that is longer by 1 / `denoise`; empty for a denoise of 0. */
export function denoisedSigmas(name: SchedulerName, steps: number, denoise: number): Float32Array {
  if (denoise <= 0) return new Float32Array(0);
  if (denoise > 0.9999) return scheduleSigmas(name, steps);
  return scheduleSigmas(name, Math.trunc(steps / denoise)).slice(-(steps + 1));
}

/**
 * Applies a timestep shift s: each time t becomes s · t / (1 + (s − 1) · t). With a shift above 1, more steps are at high
 * noise.
 */
export const shifted = (levels: Float32Array, shift = 1): Float32Array =>
  levels.map((level) => {
    if (shift === 1 || level <= 0) return level;
    const time = timeOf(level);
    return sigmaAt((shift * time) / (1 + (shift - 1) * time));
  });

/** The parts of a run at which its steps begin, from 0 to 1. */
const parts = (steps: number): number[] =>
  Array.from({ length: steps }, (_, i) => (steps === 1 ? 0 : i / (steps - 1)));

/** Evenly spaced in the rho-th root (Karras et al. 2022, equation 5), and a final 0. */
export function karras(steps: number, high: number, low: number, rho: number): number[] {
  const [first, last] = [Math.pow(high, 1 / rho), Math.pow(low, 1 / rho)];
  return [...parts(steps).map((part) => Math.pow(first + (last - first) * part, rho)), 0];
}

/** Polynomial in log sigma with the exponent `rho` (1 is exponential), and a final 0. */
export const polyexponential = (steps: number, high: number, low: number, rho: number): number[] => [
  ...parts(steps).map((part) => low * Math.pow(high / low, Math.pow(1 - part, rho))),
  0,
];
