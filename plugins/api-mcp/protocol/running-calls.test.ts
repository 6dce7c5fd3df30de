// Which call a cancellation ends: that of its own token, session and request id, and no other.

import { describe, expect, it } from "vitest";
import { createRunningCalls, type CallKey } from "./running-calls.js";

const key: CallKey = { caller: "a", session: "s", request: 1 };

describe("a cancellation", () => {
  it.each<readonly [string, Partial<CallKey>]>([
    ["another token", { caller: "b" }],
    ["another session", { session: "t" }],
    ["no session", { session: undefined }],
    ["another request", { request: 2 }],
    ["a request whose id is a text", { request: "1" }],
  ])("of %s does not end the call", (_title, other) => {
    const calls = createRunningCalls();
    const { signal } = calls.begin(key);
    calls.cancel({ ...key, ...other });
    expect(signal.aborted).toBe(false);
    calls.cancel(key);
    expect(signal.aborted).toBe(true);
  });

  it("ends a call that begins after it, once", () => {
    const calls = createRunningCalls();
    calls.cancel(key);
    expect(calls.begin(key).signal.aborted).toBe(true);
    expect(calls.begin(key).signal.aborted).toBe(false);
  });

  it("is forgotten after a hundred others", () => {
    const calls = createRunningCalls();
    for (let request = 1; request <= 101; request++) calls.cancel({ ...key, request });
    expect(calls.begin(key).signal.aborted).toBe(false);
    expect(calls.begin({ ...key, request: 2 }).signal.aborted).toBe(true);
  });

  it("of a session ends its calls that run, and none that has ended", () => {
    const calls = createRunningCalls();
    const ended = calls.begin(key);
    ended.end();
    const running = calls.begin({ ...key, request: 2 });
    const other = calls.begin({ ...key, caller: "b", request: 3 });
    calls.cancelSession({ caller: "a", session: "s" });
    expect([ended.signal.aborted, running.signal.aborted, other.signal.aborted]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
