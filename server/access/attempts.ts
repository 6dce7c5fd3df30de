// Limits how often an address may present a wrong credential.

import { keepNewest, type Clock } from "@pictor/kernel";

const limit = 20;
const windowMs = 60_000;
const maxAddresses = 10_000;

/** Allows 20 wrong credentials a minute for each address. */
export function createAttemptLimiter(clock: Clock) {
  const windows = new Map<string, { readonly startedAtMs: number; readonly count: number }>();
  const current = (address: string) => {
    const found = windows.get(address);
    return found !== undefined && clock.now() - found.startedAtMs < windowMs ? found : undefined;
  };
  return {
    /** Records a wrong credential. */
    add(address: string): void {
      const { startedAtMs, count } = current(address) ?? { startedAtMs: clock.now(), count: 0 };
      windows.delete(address);
      windows.set(address, { startedAtMs, count: count + 1 });
      keepNewest(windows, maxAddresses);
    },
    /** Seconds until the address may try again; 0 if it may try now. */
    waitOf(address: string): number {
      const found = current(address);
      if (found === undefined || found.count < limit) return 0;
      return Math.ceil((found.startedAtMs + windowMs - clock.now()) / 1000);
    },
  };
}

export type AttemptLimiter = ReturnType<typeof createAttemptLimiter>;
