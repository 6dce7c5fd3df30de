// The quantile function of the beta distribution, from a table of its cumulative density per shape.

const CELLS = 4096;
const tables = new Map<string, Float64Array>();

/** The x in [0, 1] at which the cumulative distribution reaches `p`. */
export function betaQuantile(p: number, alpha: number, beta: number): number {
  const key = `${alpha}/${beta}`;
  const table = tables.get(key) ?? cumulative(alpha, beta);
  tables.set(key, table);
  let [low, high] = [0, CELLS];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((table[middle] as number) <= p) low = middle;
    else high = middle;
  }
  const [before, after] = [table[low] as number, table[high] as number];
  const u = (low + (after > before ? Math.min(1, Math.max(0, (p - before) / (after - before))) : 0)) / CELLS;
  return u * u * (3 - 2 * u);
}

/** Cumulative density over u. The substitution x = u²(3 − 2u) removes the poles of the density at 0 and 1. */
function cumulative(alpha: number, beta: number): Float64Array {
  const table = new Float64Array(CELLS + 1);
  const density = (x: number): number =>
    alpha === beta ? Math.pow(x * (1 - x), alpha - 1) : Math.pow(x, alpha - 1) * Math.pow(1 - x, beta - 1);
  for (let i = 0; i < CELLS; i += 1) {
    const u = (i + 0.5) / CELLS;
    const x = u * u * (3 - 2 * u);
    table[i + 1] = (table[i] as number) + density(x) * u * (1 - u);
  }
  const total = table[CELLS] as number;
  return table.map((value) => value / total);
}
