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

it.each([
  ["is repeated after a pause until it succeeds", 2, "done"],
  ["succeeds at the last attempt", busyAttempts - 1, "done"],
  ["fails with the error of the last attempt", busyAttempts, `Error: failure ${busyAttempts}`],
])("%s", async (_what, failures, ending) => {
  const calls = times(Math.min(failures + 1, busyAttempts));
  expect(await run(failures, () => true)).toEqual({ ending, calls });
});

it("is not repeated after another error", async () => {
  const isFirst = (error: unknown): boolean => String(error).endsWith("1");
  expect(await run(3, isFirst)).toEqual({ ending: "Error: failure 2", calls: times(2) });
  expect(await run(3)).toEqual({ ending: "Error: failure 1", calls: times(1) });
});
