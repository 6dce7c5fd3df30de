// Estimates how long a prompt waits for a server. Pure.

/** What is measured of a server that could run the prompt. */
export interface MeasuredServer {
  /** Milliseconds of a whole run; absent before the first measurement. */
  readonly runMs?: number;
}

/**
 * Expected milliseconds until a prompt runs that has `ahead` waiting prompts before it, while all servers are busy:
 * runs end at the rate of all servers together, and the present runs are half done on average. Servers that were not
 * measured yet count as the average of the others. Undefined if none was measured.
 */
export function expectedWaitMs(ahead: number, servers: readonly MeasuredServer[]): number | undefined {
  const rates = servers.flatMap(({ runMs }) => (runMs === undefined || runMs <= 0 ? [] : [1 / runMs]));
  if (rates.length === 0) return undefined;
  const average = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
  return Math.round((ahead + 0.5) / (average * servers.length));
}
