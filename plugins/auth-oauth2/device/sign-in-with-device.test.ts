// The device flow with a fake clock: when it polls, how it ends, and how it is cancelled.

import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { oauthFault } from "../faults.js";
import type { DeviceAuthorization, DevicePollResult } from "../protocol/device-grant.js";
import {
  deviceAuthorization,
  noResponse,
  pending,
  slowDown,
  startDeviceFlow,
  token,
} from "../testing/device-flow.js";

describe("polling", () => {
  it("waits from the end of the previous response", async () => {
    const flow = startDeviceFlow([pending, pending, token], { pollDurationMs: 20_000 });
    await flow.clock.advance(600_000);
    expect(flow.polls).toEqual([
      { fromMs: 5_000, untilMs: 25_000 },
      { fromMs: 30_000, untilMs: 50_000 },
      { fromMs: 55_000, untilMs: 75_000 },
    ]);
  });

  it("keeps its interval and ends with the device code, whatever the results", async () => {
    const retryAfterS = fc.option(fc.nat({ max: 120 }), { nil: undefined });
    const anyPoll = fc.oneof(fc.constant(pending), retryAfterS.map(slowDown), retryAfterS.map(noResponse));
    const lifeS = fc.integer({ min: 1, max: 900 });
    const intervalS = fc.integer({ min: 1, max: 60 });
    await fc.assert(
      fc.asyncProperty(
        ...([fc.array(anyPoll, { maxLength: 12 }), intervalS, lifeS, fc.nat({ max: 40_000 })] as const),
        async (script, interval, life, pollDurationMs) => {
          const times = { intervalS: interval, expiresAtMs: life * 1_000, pollDurationMs };
          const flow = startDeviceFlow(script, times);
          await flow.clock.advance(1_000_000);
          let minMs = interval * 1_000;
          let endMs = 0;
          flow.polls.forEach(({ fromMs, untilMs }, index) => {
            expect(fromMs - endMs).toBeGreaterThanOrEqual(minMs);
            expect(fromMs).toBeLessThan(life * 1_000);
            const result = script[index] ?? pending;
            if (result.kind === "slow-down") minMs += 5_000;
            if (result.kind === "no-response") minMs = Math.max(minMs, Math.min(2 * minMs, 60_000));
            const retryAfterMs = "retryAfterS" in result ? (result.retryAfterS ?? 0) * 1_000 : 0;
            endMs = untilMs + Math.max(0, retryAfterMs - minMs);
          });
          expect(await flow.outcome).toMatchObject({ code: "OAUTH_EXPIRED" });
          expect([flow.maxRunning(), flow.clock.pending()]).toEqual([Math.min(1, flow.polls.length), 0]);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("the flow", () => {
  const error = oauthFault("OAUTH_RESPONSE_INVALID", { url: "u", status: 400, problem: "no user_code" });

  it("settles with the tokens and the notes of both responses", async () => {
    const flow = startDeviceFlow([token], { notes: ["interval was cut to 600 seconds"] });
    await flow.clock.advance(5_000);
    expect(await flow.outcome).toMatchObject({ notes: ["interval was cut to 600 seconds", "no token_type"] });
  });

  it("rejects if the provider reports the device code as expired", async () => {
    const flow = startDeviceFlow([pending, { kind: "expired" }, token]);
    await flow.clock.advance(600_000);
    expect(await flow.outcome).toMatchObject({ code: "OAUTH_EXPIRED" });
    expect(flow.polls).toHaveLength(2);
  });

  it("rejects when the device code expires, even if the provider never reports it", async () => {
    const flow = startDeviceFlow([], { expiresAtMs: 123_000 });
    await flow.clock.advance(122_999);
    expect(flow.isSettled()).toBe(false);
    await flow.clock.advance(1);
    expect(await flow.outcome).toMatchObject({ code: "OAUTH_EXPIRED", details: { lifetime: "2 minutes" } });
    expect(flow.polls.at(-1)).toMatchObject({ fromMs: 120_000 });
  });

  it.each([
    [1_000, "1 second"],
    [3_000, "3 seconds"],
    [119_000, "119 seconds"],
    [900_000, "15 minutes"],
  ])("names the time that a device code was valid: %d ms", async (expiresAtMs, lifetime) => {
    const flow = startDeviceFlow([], { expiresAtMs });
    await flow.clock.advance(expiresAtMs);
    const message = expect.stringContaining(`expired after ${lifetime}.`) as string;
    expect(await flow.outcome).toMatchObject({ code: "OAUTH_EXPIRED", message });
  });

  it("rejects without another poll if the computer was asleep at the expiry", async () => {
    const flow = startDeviceFlow([]);
    await flow.clock.advance(1_000);
    flow.clock.sleep(3_600_000);
    await flow.clock.advance(10_000);
    expect(await flow.outcome).toMatchObject({ code: "OAUTH_EXPIRED" });
    expect(flow.polls).toEqual([]);
  });

  it("settles with tokens that arrive after the expiry in response to an earlier poll", async () => {
    const flow = startDeviceFlow([token], { expiresAtMs: 6_000, pollDurationMs: 3_000 });
    await flow.clock.advance(8_000);
    expect(await flow.outcome).toMatchObject({ accessToken: "AT" });
  });

  it("rejects at once with any other error of a poll", async () => {
    const flow = startDeviceFlow([pending, error, token]);
    await flow.clock.advance(600_000);
    expect(await flow.outcome).toBe(error);
    expect(flow.polls).toHaveLength(2);
  });

  it("rejects with the error of the device authorization request, and shows nothing", async () => {
    const flow = startDeviceFlow([], { request: () => Promise.reject(error) });
    expect(await flow.outcome).toBe(error);
    expect([flow.codes, flow.opened, flow.statuses]).toEqual([[], [], []]);
  });
});

describe("a cancellation", () => {
  const reason = new Error("cancelled");

  it("before the start sends no request", async () => {
    const request = vi.fn(() => Promise.resolve(deviceAuthorization()));
    const flow = startDeviceFlow([], { request, cancelled: reason });
    expect(await flow.outcome).toBe(reason);
    expect(request).not.toHaveBeenCalled();
  });

  it("during the device authorization request shows nothing, even if the response arrives later", async () => {
    let respond = (_device: DeviceAuthorization): void => undefined;
    const request = () => new Promise<DeviceAuthorization>((resolve) => (respond = resolve));
    const flow = startDeviceFlow([], { request });
    await flow.clock.advance(0);
    flow.cancel(reason);
    expect(await flow.outcome).toBe(reason);
    respond(deviceAuthorization());
    await flow.clock.advance(600_000);
    expect([flow.codes, flow.polls]).toEqual([[], []]);
  });

  it("between polls ends the flow at once and leaves no timer", async () => {
    const flow = startDeviceFlow([]);
    await flow.clock.advance(7_000);
    flow.cancel(reason);
    expect(await flow.outcome).toBe(reason);
    expect([flow.clock.pending(), flow.codes[0]?.signal.aborted]).toEqual([0, true]);
  });

  it.each<[string, DevicePollResult | Error]>([
    ["token", token],
    ["failure", new Error("late")],
  ])("during a poll ends the flow at once, and a late %s is dropped", async (_result, poll) => {
    const flow = startDeviceFlow([poll], { pollDurationMs: 20_000 });
    await flow.clock.advance(6_000);
    flow.cancel(reason);
    expect(await flow.outcome).toBe(reason);
    await flow.clock.advance(600_000);
    expect(flow.polls).toEqual([{ fromMs: 5_000, untilMs: 25_000 }]);
  });
});
