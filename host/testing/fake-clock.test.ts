// The fake clock ends every wait, or says which one never ends.

import { expect, it } from "vitest";
import { createFakeClock } from "./fake-clock.js";

it("a wait of a fraction of a millisecond ends, however large the time is", async () => {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const start = clock.now();
  const times: number[] = [];
  clock.after(1e-12, () => times.push(clock.now() - start));
  clock.after(2.5, () => times.push(clock.now() - start));
  await clock.advance(3);
  expect(times).toEqual([1, 3]);
});

it("a callback that sets itself again without a wait is an error, and no test that hangs", async () => {
  const clock = createFakeClock();
  const again = (): void => void clock.after(0, again);
  again();
  await expect(clock.advance(1)).rejects.toThrow("1000 callbacks were due at one time");
});
