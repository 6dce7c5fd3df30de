// How long an address waits after wrong credentials.

import { expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { AttemptLimiter } from "./attempts.js";

it("after twenty wrong credentials an address waits until a minute after the first one, and no other does", async () => {
  const clock = createFakeClock();
  const attempts = new AttemptLimiter(clock);
  attempts.add("a");
  await clock.advance(15_500);
  for (let count = 0; count < 18; count++) attempts.add("a");
  expect(attempts.waitOf("a")).toBe(0);
  attempts.add("a");
  expect([attempts.waitOf("a"), attempts.waitOf("b")]).toEqual([45, 0]);
  await clock.advance(44_500);
  expect(attempts.waitOf("a")).toBe(0);
  attempts.add("a");
  expect(attempts.waitOf("a")).toBe(0);
});
