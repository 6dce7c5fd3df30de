// How a rule waits: the fake clock runs about twenty times as fast as the real one, so that sockets keep up with it.

import type { FakeClock } from "../fake-clock.js";

/** Milliseconds of the fake clock for each turn, which takes a little more than a real millisecond. */
const stepMs = 25;

/** Milliseconds of the fake clock after which a rule gives up: about ten real seconds, and more on a busy machine. */
export const defaultPatienceMs = 200_000;

async function turn(clock: FakeClock): Promise<void> {
  await clock.advance(stepMs);
  await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Lets time pass. */
export async function letPass(clock: FakeClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) await turn(clock);
}

/** The value of `work`, or `late` if it is still not there when the patience has ended. */
export async function settled<Value, Late>(
  clock: FakeClock,
  patienceMs: number,
  work: Promise<Value>,
  late: () => Late,
): Promise<Value | Late> {
  const progress = { isSettled: false };
  const watched = work.finally(() => (progress.isSettled = true));
  watched.catch(() => undefined);
  const start = clock.now();
  while (!progress.isSettled) {
    if (clock.now() - start > patienceMs) return late();
    await turn(clock);
  }
  return watched;
}

/** Reads again and again until there is a value. Undefined if there was none when the patience had ended. */
export async function eventually<Value>(
  clock: FakeClock,
  patienceMs: number,
  read: () => Promise<Value | undefined> | Value | undefined,
): Promise<Value | undefined> {
  const start = clock.now();
  for (;;) {
    const leftMs = start + patienceMs - clock.now();
    const value = await settled(clock, leftMs, Promise.resolve(read()), () => undefined);
    if (value !== undefined || clock.now() - start > patienceMs) return value;
    await turn(clock);
  }
}
