// The device flow on a clock that stands still: when it polls, how it ends, and what a cancel does.

import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { oauthFault } from "../faults.js";
import type { DeviceAnswer, DevicePoll } from "../protocol/types.js";
import { denied, device, noAnswer, pending, slowDown, start, token } from "./device.test.support.js";

describe("polling", () => {
  it.each<[string, number, readonly DevicePoll[], readonly number[]]>([
    ["begins one interval after the code came", 5, [token], [5]],
    ["goes on in the same interval", 5, [pending, pending, token], [5, 10, 15]],
    ["keeps the server's own interval", 7, [pending, token], [7, 14]],
    ["slows down by five seconds, for good", 5, [slowDown(), pending, token], [5, 15, 25]],
    ["slows down again", 5, [slowDown(), slowDown(), pending, token], [5, 15, 30, 45]],
    ["waits as long as Retry-After says", 5, [slowDown(60), pending, token], [5, 65, 75]],
    ["survives a provider that does not answer", 5, [noAnswer(), noAnswer(), token], [5, 15, 35]],
  ])("%s", async (_situation, intervalS, polls, atS) => {
    const flow = start(polls, { intervalS });
    await flow.clock.advance(600_000);
    expect(await flow.ending).toMatchObject({ accessToken: "AT" });
    expect(flow.polls.map(({ fromMs }) => fromMs / 1_000)).toEqual(atS);
  });

  it("counts the wait from the end of the last answer, however long that took", async () => {
    const flow = start([pending, pending, token], { answersAfterMs: 20_000 });
    await flow.clock.advance(600_000);
    expect(flow.polls).toEqual([
      { fromMs: 5_000, untilMs: 25_000 },
      { fromMs: 30_000, untilMs: 50_000 },
      { fromMs: 55_000, untilMs: 75_000 },
    ]);
  });

  it("leaves no timer behind", async () => {
    const flow = start([pending, token]);
    await flow.clock.advance(600_000);
    expect(flow.clock.pending()).toBe(0);
  });

  it("keeps its distance and its deadline, whatever is answered", async () => {
    const retryAfterS = fc.option(fc.nat({ max: 120 }), { nil: undefined });
    const anyPoll = fc.oneof(fc.constant(pending), retryAfterS.map(slowDown), retryAfterS.map(noAnswer));
    const lifeS = fc.integer({ min: 1, max: 900 });
    const intervalS = fc.integer({ min: 1, max: 60 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPoll, { maxLength: 12 }),
        intervalS,
        lifeS,
        fc.nat({ max: 40_000 }),
        async (script, interval, life, answersAfterMs) => {
          const flow = start(script, { intervalS: interval, expiresAtMs: life * 1_000, answersAfterMs });
          await flow.clock.advance(1_000_000);
          let leastMs = interval * 1_000;
          let endMs = 0;
          flow.polls.forEach(({ fromMs, untilMs }, index) => {
            expect(fromMs - endMs).toBeGreaterThanOrEqual(leastMs);
            expect(fromMs).toBeLessThan(life * 1_000);
            const answer = script[index] ?? pending;
            if (answer.kind === "slow-down") leastMs += 5_000;
            if (answer.kind === "no-answer") leastMs = Math.max(leastMs, Math.min(2 * leastMs, 60_000));
            const retryAfterMs = "retryAfterS" in answer ? (answer.retryAfterS ?? 0) * 1_000 : 0;
            endMs = untilMs + Math.max(0, retryAfterMs - leastMs);
          });
          expect(await flow.ending).toMatchObject({ code: "OAUTH_EXPIRED" });
          expect([flow.mostAtOnce(), flow.clock.pending()]).toEqual([Math.min(1, flow.polls.length), 0]);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("the end", () => {
  it("is the token, with what is worth knowing of both answers", async () => {
    const flow = start([token], { notes: ["interval was cut to 600 seconds"] });
    await flow.clock.advance(5_000);
    expect(await flow.ending).toMatchObject({ notes: ["interval was cut to 600 seconds", "no token_type"] });
  });

  it.each([
    [
      "with the provider's words",
      denied(" (You said no)"),
      "The sign-in was denied (You said no). Start it again",
    ],
    ["without any", denied(""), "The sign-in was denied. Start it again"],
  ])("is a denial, %s", async (_situation, poll, message) => {
    const flow = start([pending, poll, token]);
    await flow.clock.advance(600_000);
    expect(await flow.ending).toMatchObject({
      code: "OAUTH_DENIED",
      message: expect.stringContaining(message),
    });
    expect(flow.polls).toHaveLength(2);
  });

  it("is the provider's word that the code has expired", async () => {
    const flow = start([pending, { kind: "expired" }, token]);
    await flow.clock.advance(600_000);
    expect(await flow.ending).toMatchObject({ code: "OAUTH_EXPIRED" });
    expect(flow.polls).toHaveLength(2);
  });

  it("is the end of the code's life, even if the provider never says so", async () => {
    const flow = start([], { expiresAtMs: 123_000 });
    await flow.clock.advance(122_999);
    expect(flow.isSettled()).toBe(false);
    await flow.clock.advance(1);
    expect(await flow.ending).toMatchObject({ code: "OAUTH_EXPIRED", details: { minutes: 2 } });
    expect(flow.polls.at(-1)).toMatchObject({ fromMs: 120_000 });
  });

  it("comes without another poll when the computer slept past it", async () => {
    const flow = start([]);
    await flow.clock.advance(1_000);
    flow.clock.sleep(3_600_000);
    await flow.clock.advance(10_000);
    expect(await flow.ending).toMatchObject({ code: "OAUTH_EXPIRED" });
    expect(flow.polls).toEqual([]);
  });

  it("is a token that was still on its way then", async () => {
    const flow = start([token], { expiresAtMs: 6_000, answersAfterMs: 3_000 });
    await flow.clock.advance(8_000);
    expect(await flow.ending).toMatchObject({ accessToken: "AT" });
  });

  it("is any other error, as it is and at once", async () => {
    const refused = oauthFault("OAUTH_RESPONSE_INVALID", {
      url: "https://a.org/t",
      status: 400,
      problem: "no error",
    });
    const flow = start([pending, refused, token]);
    await flow.clock.advance(600_000);
    expect(await flow.ending).toBe(refused);
    expect(flow.polls).toHaveLength(2);
  });

  it("is the refusal of a code, with nothing shown", async () => {
    const refused = oauthFault("OAUTH_RESPONSE_INVALID", {
      url: "https://a.org/d",
      status: 200,
      problem: "no user_code",
    });
    const flow = start([], { request: () => Promise.reject(refused) });
    expect(await flow.ending).toBe(refused);
    expect([flow.codes, flow.opened, flow.pending]).toEqual([[], [], []]);
  });
});

describe("a cancel", () => {
  const reason = new Error("cancelled");

  it("before the start asks for nothing", async () => {
    const request = vi.fn(() => Promise.resolve(device()));
    const flow = start([], { request, cancelled: reason });
    expect(await flow.ending).toBe(reason);
    expect(request).not.toHaveBeenCalled();
  });

  it("while the code is asked for shows nothing, also when it comes later", async () => {
    let answer = (_device: DeviceAnswer): void => undefined;
    const request = () => new Promise<DeviceAnswer>((resolve) => (answer = resolve));
    const flow = start([], { request });
    await flow.clock.advance(0);
    flow.cancel(reason);
    expect(await flow.ending).toBe(reason);
    answer(device());
    await flow.clock.advance(600_000);
    expect([flow.codes, flow.polls]).toEqual([[], []]);
  });

  it("while waiting ends at once and leaves no timer", async () => {
    const flow = start([]);
    await flow.clock.advance(7_000);
    flow.cancel(reason);
    expect(await flow.ending).toBe(reason);
    expect([flow.clock.pending(), flow.codes[0]?.signal.aborted]).toEqual([0, true]);
  });

  it.each<[string, DevicePoll | Error]>([
    ["token", token],
    ["failure", new Error("late")],
  ])("while polling ends at once, and a late %s is dropped", async (_answer, poll) => {
    const flow = start([poll], { answersAfterMs: 20_000 });
    await flow.clock.advance(6_000);
    flow.cancel(reason);
    expect(await flow.ending).toBe(reason);
    await flow.clock.advance(600_000);
    expect(flow.polls).toEqual([{ fromMs: 5_000, untilMs: 25_000 }]);
  });
});
