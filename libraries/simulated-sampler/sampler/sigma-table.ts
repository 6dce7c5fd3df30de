// The training noise levels of Stable Diffusion 1.x, and the conversion between sigma and timestep.

const TIMESTEPS = 1000;
const BETA_START = 0.00085;
const BETA_END = 0.012;

/** Sigma of each of the 1000 training timesteps ("scaled linear" betas): 0.0292 to 14.6146. */
export const sigmaTable: readonly number[] = buildTable();

export const sigmaMin = sigmaTable[0] as number;
export const sigmaMax = sigmaTable[TIMESTEPS - 1] as number;

/** The sigma of a timestep, interpolated in log space between table entries. */
export function sigmaAt(timestep: number): number {
  const clamped = Math.min(Math.max(timestep, 0), TIMESTEPS - 1);
  const low = Math.floor(clamped);
  const high = Math.min(low + 1, TIMESTEPS - 1);
  const part = clamped - low;
  return Math.exp(
    (1 - part) * Math.log(sigmaTable[low] as number) + part * Math.log(sigmaTable[high] as number),
  );
}

/** The timestep of a sigma, the inverse of `sigmaAt`; clamped to the table. */
export function timestepOf(sigma: number): number {
  let [low, high] = [0, TIMESTEPS - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((sigmaTable[middle] as number) <= sigma) low = middle;
    else high = middle;
  }
  const [below, above] = [Math.log(sigmaTable[low] as number), Math.log(sigmaTable[high] as number)];
  return low + Math.min(Math.max((Math.log(sigma) - below) / (above - below), 0), 1);
}

function buildTable(): number[] {
  const [start, end] = [Math.sqrt(BETA_START), Math.sqrt(BETA_END)];
  let kept = 1;
  return Array.from({ length: TIMESTEPS }, (_, i) => {
    const root = start + ((end - start) * i) / (TIMESTEPS - 1);
    kept *= 1 - root * root;
    return Math.sqrt((1 - kept) / kept);
  });
}
