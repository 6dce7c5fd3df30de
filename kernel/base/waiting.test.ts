// A controller that follows signals.

import { describe, expect, it } from "vitest";
import { linkedController } from "./waiting.js";

const reason = new Error("enough");

describe("linkedController", () => {
  it.each([
    ["before", true],
    ["after", false],
  ])("is aborted with a signal that is aborted %s, with its reason", (_when, isBefore) => {
    const outer = new AbortController();
    if (isBefore) outer.abort(reason);
    const { controller } = linkedController(outer.signal);
    outer.abort(reason);
    expect([controller.signal.aborted, controller.signal.reason]).toEqual([true, reason]);
  });

  it("no longer follows after its release, and can be aborted itself", () => {
    const outer = new AbortController();
    const [gone, kept] = [linkedController(outer.signal), linkedController(outer.signal)];
    gone.release();
    kept.controller.abort(reason);
    expect(outer.signal.aborted).toBe(false);
    outer.abort(new Error("too late"));
    expect([gone.controller.signal.aborted, kept.controller.signal.reason]).toEqual([false, reason]);
  });

  it.each([0, 1])("follows several, of which signal %i is aborted, until its release", (which) => {
    const outer = [new AbortController(), new AbortController()];
    const signals = outer.map(({ signal }) => signal);
    const [held, gone] = [linkedController(...signals), linkedController(...signals)];
    gone.release();
    outer[which]?.abort(reason);
    expect([held.controller.signal.reason, gone.controller.signal.aborted]).toEqual([reason, false]);
  });

  it("needs no signal", () => {
    const { controller, release } = linkedController(undefined);
    release();
    expect(controller.signal.aborted).toBe(false);
  });
});
