// A connection that is dead and was never closed.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Live, type LiveOptions, type StreamedEvent } from "./live.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startSilent(hears: boolean) {
  let opened = 0;
  const calls = {
    entry: () => Promise.resolve({ serverId: "s", seq: 0 }),
    listJobs: () => Promise.resolve({ jobs: [] }),
    listOperations: () => Promise.resolve({ operations: [] }),
    listQuestions: () => Promise.resolve({ questions: [] }),
  } as unknown as LiveOptions["calls"];
  async function* open(
    _since: string,
    signal: AbortSignal,
    heard: () => void,
  ): AsyncGenerator<StreamedEvent> {
    opened++;
    const timer = setInterval(() => {
      if (hears) heard();
    }, 20_000);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    clearInterval(timer);
    yield* [];
  }
  const wait = () => Promise.resolve();
  const live = new Live({ calls, open, wait, isFinal: () => false });
  return { live, opened: () => opened };
}

it("is opened again when nothing has come for 45 seconds", async () => {
  const { live, opened } = startSilent(false);
  await vi.advanceTimersByTimeAsync(44_000);
  expect(opened()).toBe(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(opened()).toBe(2);
  live.close();
});

it("stays open while there are signs of life, even without events", async () => {
  const { live, opened } = startSilent(true);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(opened()).toBe(1);
  live.close();
});
