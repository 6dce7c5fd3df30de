// Running calls: a cancellation reaches the call of its own token and session alone, also if it arrives before the call.

import { describe, expect, it } from "vitest";
import { createRunningCalls } from "./running-calls.js";

const key = { caller: "token", session: "session", request: 1 };

describe("a cancellation", () => {
  it("reaches its own call alone", () => {
    const running = createRunningCalls();
    const { signal } = running.begin(key);
    for (const other of [{ caller: "other" }, { session: "other" }, { session: undefined }, { request: "1" }])
      running.cancel({ ...key, ...other });
    running.cancelSession({ caller: "other", session: "session" });
    expect(signal.aborted).toBe(false);
    running.cancel(key);
    expect(signal.aborted).toBe(true);
  });

  it("may arrive before its call, and counts once", () => {
    const running = createRunningCalls();
    running.cancel(key);
    const first = running.begin(key);
    first.end();
    expect([first.signal.aborted, running.begin(key).signal.aborted]).toEqual([true, false]);
  });

  it("with an id longer than any client's is not remembered", () => {
    const running = createRunningCalls();
    const long = { ...key, request: "a".repeat(10_000) };
    running.cancel(long);
    expect(running.begin(long).signal.aborted).toBe(false);
  });
});
