// Estimates of the wait for a server.

import { expect, test } from "vitest";
import { expectedWaitMs } from "./expected-wait.js";

test.each([
  ["one server, next in turn: half a run", 0, [{ runMs: 10_000 }], 5_000],
  ["one server, three before", 3, [{ runMs: 10_000 }], 35_000],
  ["four servers share the wait", 3, [10_000, 10_000, 10_000, 10_000].map((runMs) => ({ runMs })), 8_750],
  ["a fast server counts for more", 9, [{ runMs: 1_000 }, { runMs: 9_000 }], 8_550],
  ["a server without a measurement counts as the others", 3, [{ runMs: 10_000 }, {}], 17_500],
])("%s", (_case, ahead, servers, ms) => {
  expect(expectedWaitMs(ahead, servers)).toBe(ms);
});

test.each([
  ["no server", []],
  ["no measured server", [{}, {}]],
])("%s: no estimate", (_case, servers) => {
  expect(expectedWaitMs(3, servers)).toBeUndefined();
});
