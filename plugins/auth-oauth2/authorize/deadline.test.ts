// Work with a limit: each ending, and that nothing is left behind.

import { getEventListeners } from "node:events";
import { createFakeClock } from "@pictor/kernel/testing";
import { expect, it } from "vitest";
import { within } from "./deadline.js";

const late = new Error("too late");
function bounded(work: Promise<string>, controller = new AbortController()) {
  const clock = createFakeClock();
  const { signal } = controller;
  const result = within(work, { clock, signal, timeoutMs: 1_000, timedOut: () => late });
  const outcome = result.catch((error: unknown) => error);
  const left = () => [clock.pending(), getEventListeners(signal, "abort").length];
  return { outcome, clock, controller, left };
}
const never = new Promise<string>(() => undefined);

it("settles as the work does", async () => {
  const broken = new Error("broken");
  for (const { outcome, left } of [bounded(Promise.resolve("done")), bounded(Promise.reject(broken))]) {
    expect(["done", broken]).toContain(await outcome);
    expect(left()).toEqual([0, 0]);
  }
});

it("rejects when the time is up", async () => {
  const { outcome, clock, left } = bounded(never);
  await clock.advance(1_000);
  expect(await outcome).toBe(late);
  expect(left()).toEqual([0, 0]);
});

it("rejects with the reason of a cancellation, also of one that came first", async () => {
  const waiting = bounded(never);
  waiting.controller.abort("stop");
  const cancelled = new AbortController();
  cancelled.abort("stopped before");
  const refused = bounded(never, cancelled);
  expect([await waiting.outcome, await refused.outcome]).toEqual(["stop", "stopped before"]);
  expect([waiting.left(), refused.left()]).toEqual([
    [0, 0],
    [0, 0],
  ]);
});
