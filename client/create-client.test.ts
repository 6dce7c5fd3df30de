// What a client leaves behind while it connects again and again.

import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createClient } from "./create-client.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("keeps one listener at most, however often the server does not answer", async () => {
  const signals: AbortSignal[] = [];
  const client = createClient({
    url: "http://127.0.0.1:1",
    token: "token",
    fetch(_input, init) {
      signals.push(init?.signal as AbortSignal);
      return Promise.reject(new TypeError("fetch failed"));
    },
  });
  const live = client.connect();
  await vi.advanceTimersByTimeAsync(60_000);
  const [signal] = signals;
  expect(signals.length).toBeGreaterThan(5);
  expect(getEventListeners(signal as AbortSignal, "abort").length).toBeLessThan(2);
  live.close();
  await live.closed;
});
