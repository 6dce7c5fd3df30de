// Limits how often an address may present a wrong credential.

import { keepNewest, type Clock } from "@pictor/kernel";

const limit = 20;
const windowMs = 60_000;
const maxAddresses = 10_000;

/** Allows 20 wrong credentials a minute for each address. */
export class AttemptLimiter {
  readonly #clock: Clock;
  readonly #windows = new Map<string, { readonly startedAtMs: number; readonly count: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records a wrong credential. */
  add(address: string): void {
    const { startedAtMs, count } = this.#current(address) ?? { startedAtMs: this.#clock.now(), count: 0 };
    this.#windows.delete(address);
    this.#windows.set(address, { startedAtMs, count: count + 1 });
    keepNewest(this.#windows, maxAddresses);
  }

  /** Seconds until the address may try again; 0 if it may try now. */
  waitOf(address: string): number {
    const found = this.#current(address);
    if (found === undefined || found.count < limit) return 0;
    return Math.ceil((found.startedAtMs + windowMs - this.#clock.now()) / 1000);
  }

  #current(address: string) {
    const found = this.#windows.get(address);
    return found !== undefined && this.#clock.now() - found.startedAtMs < windowMs ? found : undefined;
  }
}
