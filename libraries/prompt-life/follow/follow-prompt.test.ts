// When the record of a prompt is read, and that nothing is left of the following after its end.

import { createFakeClock, settlePromises } from "@pictor/host/testing";
import { noMessages } from "@pictor/farm";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CancelOutcome, PromptState } from "@pictor/kernel/plugin";
import { promptLimits } from "../limits.js";
import { followPrompt, type FollowOutcome } from "./follow-prompt.js";

afterEach(() => void vi.restoreAllMocks());

const running: PromptState = { state: "running" };
const idle: PromptState = { state: "queued", ahead: 0, idle: true };
const succeeded: PromptState = { state: "succeeded", outputs: [] };

/** Follows a prompt with these records, the last of which stays. The pauses have their full length. */
function follow(records: PromptState[], cancel: CancelOutcome = "removed") {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const clock = createFakeClock();
  const stop = new AbortController();
  const readings: number[] = [];
  const outcomes: FollowOutcome[] = [];
  const held: (() => void)[] = [];
  const control = { isHeld: false };
  const follower = followPrompt({
    clock,
    signal: stop.signal,
    limits: promptLimits,
    async read() {
      readings.push(clock.now());
      if (control.isHeld) await new Promise<void>((resolve) => held.push(resolve));
      return (records.length > 1 ? records.shift() : records[0]) ?? running;
    },
    cancel: () => Promise.resolve(cancel),
    messages: () => noMessages,
    wasCut: () => false,
    isCancelled: () => false,
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  return { clock, stop, readings, outcomes, follower, held, control };
}
const event = { type: "node", promptId: "p", node: "Save" } as const;

describe("when the record is read", () => {
  it("after five seconds, and then less and less often", async () => {
    const { clock, readings } = follow([running]);
    await clock.advance(40_000);
    expect(readings).toEqual([5_000, 10_000, 17_500, 28_750]);
  });

  it("not while events come, and five seconds after the last one", async () => {
    const { clock, readings, follower } = follow([running]);
    for (let second = 0; second < 20; second++) {
      await clock.advance(1_000);
      follower.note(event);
    }
    expect(readings).toEqual([]);
    await clock.advance(5_000);
    expect(readings).toEqual([25_000]);
  });

  it("soon while it is missing, also while events come", async () => {
    const { clock, readings, outcomes, follower } = follow([{ state: "unknown" }, succeeded]);
    await follower.look();
    await clock.advance(10);
    follower.note(event);
    await clock.advance(10);
    expect([readings, outcomes]).toEqual([[0, 20], [{ is: "ended", record: succeeded }]]);
  });

  it("at the event of the end", async () => {
    const { readings, outcomes, follower } = follow([succeeded]);
    follower.note({ type: "ended", promptId: "p" });
    await settlePromises();
    expect(readings).toEqual([0]);
    expect(outcomes).toEqual([{ is: "ended", record: succeeded }]);
  });

  it("once for several callers, and once more after news", async () => {
    const { readings, follower, control, held } = follow([running]);
    control.isHeld = true;
    void follower.look();
    void follower.look();
    expect(readings).toHaveLength(1);
    held.shift()?.();
    await settlePromises();
    expect(readings).toHaveLength(1);
    void follower.look();
    void follower.look(true);
    void follower.look(true);
    held.shift()?.();
    await settlePromises();
    expect(readings).toHaveLength(3);
  });
});

describe("a queue that stands still", () => {
  it.each([
    ["removed", { is: "removedUnrun" }],
    ["gone", { is: "lost", loss: "stalled" }],
  ] as const)("whose server answers the cancel with %s", async (answer, expected) => {
    const { clock, outcomes } = follow([idle], answer);
    await clock.advance(120_000);
    expect(outcomes).toMatchObject([expected]);
    expect(clock.pending()).toBe(0);
  });

  it("is lost if the record had said that the prompt runs", async () => {
    const { clock, outcomes } = follow([running, idle]);
    await clock.advance(120_000);
    expect(outcomes).toMatchObject([
      { is: "lost", loss: "stalled", why: expect.stringContaining("has begun") },
    ]);
  });
});

describe("nothing is left", () => {
  it.each(["stop", "abort"] as const)("after %s during a reading", async (how) => {
    const { clock, stop, outcomes, follower, control, held } = follow([succeeded]);
    control.isHeld = true;
    await clock.advance(5_000);
    if (how === "stop") follower.stop();
    else stop.abort();
    held.shift()?.();
    await clock.advance(60_000);
    expect([outcomes, clock.pending()]).toEqual([[], 0]);
  });

  it("after the end", async () => {
    const { clock, stop, readings, outcomes, follower } = follow([succeeded]);
    const remove = vi.spyOn(stop.signal, "removeEventListener");
    await follower.look();
    expect(remove).toHaveBeenCalledOnce();
    await follower.look();
    await clock.advance(60_000);
    expect([readings, outcomes.length, clock.pending()]).toEqual([[0], 1, 0]);
  });

  it("if the signal was aborted before", async () => {
    const clock = createFakeClock();
    const read = vi.fn(() => Promise.resolve(running));
    followPrompt({
      clock,
      signal: AbortSignal.abort(),
      limits: promptLimits,
      read,
      cancel: () => Promise.resolve("removed"),
      messages: () => noMessages,
      wasCut: () => false,
      isCancelled: () => false,
      onOutcome: () => undefined,
    });
    expect(clock.pending()).toBe(0);
    await clock.advance(60_000);
    expect([read.mock.calls.length, clock.pending()]).toEqual([0, 0]);
  });
});
