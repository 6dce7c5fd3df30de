// What the user sees of a device flow, and that the device code is never shown.

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { oauthFault } from "../faults.js";
import type { DevicePollResult } from "../protocol/device-grant.js";
import { noResponse, pending, startDeviceFlow, token } from "../testing/device-flow.js";

describe("the user", () => {
  it("sees the code, the URL and their expiry until the flow ends", async () => {
    const flow = startDeviceFlow([pending, token]);
    await flow.clock.advance(5_000);
    expect(flow.codes).toMatchObject([
      { code: "WDJB-MJHT", url: "https://as.example.org/device", expiresAtMs: 600_000 },
    ]);
    expect(flow.codes[0]?.signal.aborted).toBe(false);
    await flow.clock.advance(5_000);
    expect(flow.codes[0]?.signal.aborted).toBe(true);
  });

  it("gets the page with the code filled in, and still sees the code", async () => {
    const flow = startDeviceFlow([token]);
    await flow.clock.advance(0);
    expect([flow.opened, flow.codes.length]).toEqual([
      ["https://as.example.org/device?user_code=WDJB-MJHT"],
      1,
    ]);
  });

  const throwing = () => {
    throw new Error("no display");
  };
  it.each<[string, () => Promise<boolean>]>([
    ["is missing", () => Promise.resolve(false)],
    ["fails", () => Promise.reject(new Error("no display"))],
    ["hangs", () => new Promise(() => undefined)],
    ["fails synchronously", throwing],
  ])("can complete the flow if the browser %s", async (_situation, openUrl) => {
    const flow = startDeviceFlow([token], { openUrl });
    await flow.clock.advance(5_000);
    expect(await flow.outcome).toMatchObject({ accessToken: "AT" });
  });

  it("sees a warning if the page is on a foreign site", async () => {
    const flow = startDeviceFlow([token], { verificationUriComplete: "https://evil.example.com/device" });
    await flow.clock.advance(0);
    expect(flow.shown).toEqual([expect.stringContaining("evil.example.com")]);
    expect(flow.statuses).toMatchObject([{ notes: flow.shown }]);
  });

  it("sees the progress of the flow", async () => {
    const flow = startDeviceFlow([pending, noResponse(), token]);
    await flow.clock.advance(60_000);
    const waiting = expect.stringContaining("as.example.org") as string;
    expect(flow.steps).toEqual([
      expect.stringMatching(/device code/),
      waiting,
      waiting,
      expect.stringMatching(/did not respond/),
    ]);
  });

  it("sees the code in the status of the profile", async () => {
    const flow = startDeviceFlow([token]);
    await flow.clock.advance(0);
    expect(flow.statuses).toEqual([
      {
        state: "pending",
        userCode: "WDJB-MJHT",
        verificationUri: "https://as.example.org/device",
        expiresAtMs: 600_000,
        notes: [],
      },
    ]);
  });

  it.each<[string, readonly (DevicePollResult | Error)[]]>([
    ["a token", [pending, noResponse(), token]],
    ["a denial", [oauthFault("OAUTH_DENIED", { description: " (no)" })]],
    ["its expiry", []],
  ])("never sees the device code, up to %s", async (_ending, polls) => {
    const flow = startDeviceFlow(polls);
    await flow.clock.advance(700_000);
    const { codes, opened, shown, steps, statuses } = flow;
    const visible = inspect([codes, opened, shown, steps, statuses, await flow.outcome], { depth: 9 });
    expect(visible).toContain("WDJB-MJHT");
    expect(visible).not.toContain("DEVICE-CODE");
  });
});
