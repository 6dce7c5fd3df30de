// A step that another program hinders, with a fake clock.

import { createFakeClock } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { lockLimits } from "./limits.js";
import { whileBusy } from "./while-busy.js";

const { busyAttempts, busyPauseMs } = lockLimits;

/** Runs a step that fails for the first `failures` times, for as long as it may take. */
async function run(failures: number, isBusy?: (error: unknown) => boolean) {
  const clock = createFakeClock();
  const calls: number[] = [];
  const step = (): Promise<string> => {
    calls.push(clock.now());
    return calls.length <= failures
      ? Promise.reject(new Error(`failure ${calls.length}`))
      : Promise.resolve("done");
  };
  const ending = whileBusy(clock, step, isBusy).catch((error: unknown) => String(error));
  await clock.advance(busyAttempts * busyPauseMs * 2);
  return { ending: await ending, calls };
}
const times = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index * busyPauseMs);

it("is repeated after a pause until it succeeds", async () => {
  expect(await run(2, () => true)).toEqual({ ending: "done", calls: times(3) });
});

it("succeeds at the last attempt", async () => {
  expect(await run(busyAttempts - 1, () => true)).toEqual({ ending: "done", calls: times(busyAttempts) });
});

it("fails with the error of the last attempt", async () => {
  const ending = `Error: failure ${busyAttempts}`;
  expect(await run(busyAttempts, () => true)).toEqual({ ending, calls: times(busyAttempts) });
});

it("is not repeated after another error", async () => {
  const isFirst = (error: unknown): boolean => String(error).endsWith("1");
  expect(await run(3, isFirst)).toEqual({ ending: "Error: failure 2", calls: times(2) });
  expect(await run(3)).toEqual({ ending: "Error: failure 1", calls: times(1) });
});
