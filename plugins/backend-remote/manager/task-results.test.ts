// The subscription to the results of tasks: a caller who leaves while the socket is being opened.

import { createFakeClock } from "@pictor/host/testing";
import type { Backend } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { subscribeToTaskResults } from "./task-results.js";

test("a caller who leaves while the socket is being opened waits no longer and leaves no subscription", async () => {
  const clock = createFakeClock();
  const leaving = new AbortController();
  let isSubscribed = true;
  const subscribe: Backend["events"] = (_listener, { signal } = {}) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => {
        isSubscribed = false;
        reject(signal.reason as Error);
      });
    });
  const subscribed = subscribeToTaskResults(subscribe, clock, leaving.signal);
  leaving.abort(new Error("the caller has left"));
  await expect(subscribed).rejects.toThrow("the caller has left");
  expect([isSubscribed, clock.pending()]).toEqual([false, 0]);
});
