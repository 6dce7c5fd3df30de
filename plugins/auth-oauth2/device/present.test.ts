// What the person sees of a device flow, and what nobody ever sees.

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { DevicePoll } from "../protocol/types.js";
import { denied, noAnswer, pending, start, token } from "./device.test.support.js";

describe("what the person sees", () => {
  it("is the code as it was sent, the address, and how long both hold, until the flow is over", async () => {
    const flow = start([pending, token]);
    await flow.clock.advance(5_000);
    expect(flow.codes).toMatchObject([
      { code: "WDJB-MJHT", url: "https://as.example.org/device", expiresAtMs: 600_000 },
    ]);
    expect(flow.codes[0]?.signal.aborted).toBe(false);
    await flow.clock.advance(5_000);
    expect(flow.codes[0]?.signal.aborted).toBe(true);
  });

  it("is the page with the code filled in, beside the code itself", async () => {
    const flow = start([token]);
    await flow.clock.advance(0);
    expect([flow.opened, flow.codes.length]).toEqual([
      ["https://as.example.org/device?user_code=WDJB-MJHT"],
      1,
    ]);
  });

  it("is no page of a dangerous scheme", async () => {
    const flow = start([token], {
      verificationUri: "file:///x",
      verificationUriComplete: "javascript:alert(1)",
    });
    await flow.clock.advance(5_000);
    expect([flow.opened, flow.codes.length]).toEqual([[], 1]);
    expect(await flow.ending).toMatchObject({ accessToken: "AT" });
  });

  it.each<[string, () => Promise<boolean>]>([
    ["is missing", () => Promise.resolve(false)],
    ["fails", () => Promise.reject(new Error("no display"))],
    ["hangs", () => new Promise(() => undefined)],
    [
      "fails badly",
      () => {
        throw new Error("no display");
      },
    ],
  ])("does not depend on a browser that %s", async (_situation, openUrl) => {
    const flow = start([token], { openUrl });
    await flow.clock.advance(5_000);
    expect(await flow.ending).toMatchObject({ accessToken: "AT" });
  });

  it("is a warning before anything is opened, where the page belongs to somebody else", async () => {
    const flow = start([token], { verificationUriComplete: "https://evil.example.com/device" });
    await flow.clock.advance(0);
    expect(flow.shown).toEqual([expect.stringContaining("evil.example.com, another site")]);
    expect(flow.pending).toMatchObject([{ notes: flow.shown }]);
  });

  it("is what the flow is doing", async () => {
    const flow = start([pending, noAnswer(), token]);
    await flow.clock.advance(60_000);
    const waiting = "Waiting until the code is confirmed at as.example.org";
    expect(flow.steps).toEqual([
      "Asking for a device code",
      waiting,
      waiting,
      "The provider did not answer; it is asked again",
    ]);
  });

  it("is a pending status", async () => {
    const flow = start([token]);
    await flow.clock.advance(0);
    expect(flow.pending).toEqual([
      {
        state: "pending",
        userCode: "WDJB-MJHT",
        verificationUri: "https://as.example.org/device",
        expiresAtMs: 600_000,
        notes: [],
      },
    ]);
  });

  it.each<[string, readonly (DevicePoll | Error)[]]>([
    ["a token", [pending, noAnswer(), token]],
    ["a denial", [denied(" (no)")]],
    ["the end of its life", []],
  ])("never holds the device code, up to %s", async (_ending, polls) => {
    const flow = start(polls);
    await flow.clock.advance(700_000);
    const { codes, opened, shown, steps, pending: statuses } = flow;
    const seen = inspect([codes, opened, shown, steps, statuses, await flow.ending], { depth: 9 });
    expect(seen).toContain("WDJB-MJHT");
    expect(seen).not.toContain("DEVICE-CODE");
  });
});
