// Noise levels along curves between two sigmas, independent of a model, with a final 0 unless stated otherwise.

const evenly = (steps: number, from: number, to: number): number[] =>
  Array.from({ length: steps }, (_, i) => (steps === 1 ? from : from + ((to - from) * i) / (steps - 1)));

/** Evenly spaced in the rho-th root (Karras et al. 2022, equation 5). */
export const karras = (steps: number, high: number, low: number, rho: number): number[] => [
  ...evenly(steps, Math.pow(high, 1 / rho), Math.pow(low, 1 / rho)).map((root) => Math.pow(root, rho)),
  0,
];

/** Polynomial in log sigma with the exponent `rho`; 1 is exponential. */
export const polyexponential = (steps: number, high: number, low: number, rho: number): number[] => [
  ...evenly(steps, 1, 0).map((part) =>
    Math.exp(Math.pow(part, rho) * (Math.log(high) - Math.log(low)) + Math.log(low)),
  ),
  0,
];

/** Quantiles of a Laplace distribution in log sigma, clamped to `low` and `high`, without a final 0. */
export const laplace = (
  steps: number,
  high: number,
  low: number,
  { mu, beta }: { readonly mu: number; readonly beta: number },
): number[] =>
  evenly(steps, 0, 1).map((place) => {
    const tail = Math.log(1 - 2 * Math.abs(0.5 - place) + 1e-5);
    return Math.min(Math.max(Math.exp(mu - beta * Math.sign(0.5 - place) * tail), low), high);
  });

/** The continuous variance-preserving schedule (Song et al. 2021). */
export const variancePreserving = (steps: number, betaD: number, betaMin: number, end: number): number[] => [
  ...evenly(steps, 1, end).map((t) => Math.sqrt(Math.expm1((betaD * t * t) / 2 + betaMin * t))),
  0,
];

/** Times of a flow model from 1 to 0 (Flux 2). Larger images and fewer steps spend more time at high noise. */
export function flowTimes(steps: number, patches: number): number[] {
  const many = 0.00016927 * patches + 0.45666666;
  const few = 8.73809524e-5 * patches + 1.89833333;
  const slope = (many - few) / 190;
  const mu = patches > 4300 ? many : slope * steps + many - 200 * slope;
  return evenly(steps + 1, 1, 0).map((time) =>
    time <= 0 ? 0 : Math.exp(mu) / (Math.exp(mu) + (1 / time - 1)),
  );
}
