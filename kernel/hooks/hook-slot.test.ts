// Adding and removing taps: counts return to zero, and a removed tap is never called again.

import { describe, expect, it } from "vitest";
import { createHookTestBed } from "../testing/hook-test-bed.js";
import { createHostTaps } from "./host-taps.js";
import { matches } from "./filter.js";
import { hookNames } from "../contract/hook-names.js";

it.each(hookNames)("adding and removing a tap 1,000 times leaves %s as it was", (name) => {
  const { hooks, tap } = createHookTestBed();
  for (let round = 0; round < 1_000; round++) {
    const remove = tap(name, `plugin-${round}`, () => undefined);
    hooks.slot(name).chain();
    remove();
    remove();
  }
  expect([hooks.slot(name).size, hooks.slot(name).inspect()]).toEqual([0, []]);
});

describe("a host's tap", () => {
  it("runs, is inspected under its name, and is gone after its disposer", async () => {
    const { hooks, run } = createHookTestBed();
    let calls = 0;
    const dispose = createHostTaps(hooks).beforeSend.tap({ name: "my-host", band: "late" }, () => {
      calls++;
      return undefined;
    });
    await run.beforeSend();
    expect(hooks.slot("beforeSend").inspect()).toMatchObject([{ owner: "my-host", place: "late" }]);
    dispose();
    await run.beforeSend();
    expect([calls, hooks.slot("beforeSend").size]).toEqual([1, 0]);
  });

  it("is not kept when its order cannot be satisfied", () => {
    const { hooks } = createHookTestBed();
    expect(() => createHostTaps(hooks).beforeSend.tap({ after: ["nobody"] }, () => undefined)).toThrow(
      expect.objectContaining({ code: "HOOK_ORDER_UNKNOWN" }),
    );
    expect(hooks.slot("beforeSend").size).toBe(0);
  });

  it("keeps the order of several taps of one owner", async () => {
    const { hooks, run } = createHookTestBed();
    const taps = createHostTaps(hooks);
    const seen: number[] = [];
    for (let index = 0; index < 12; index++) taps.beforeSend.tap({}, () => void seen.push(index));
    await run.beforeSend();
    expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => index));
  });

  it("may only shorten a hook's limit", () => {
    const { hooks } = createHookTestBed();
    const taps = createHostTaps(hooks);
    taps.beforeSend.tap({ timeoutMs: 5, name: "a" }, () => undefined);
    taps.beforeSend.tap({ timeoutMs: 1e9, name: "b" }, () => undefined);
    expect(
      hooks
        .slot("beforeSend")
        .inspect()
        .map(({ timeoutMs }) => timeoutMs),
    ).toEqual([5, 30_000]);
  });

  it("that is added while a job runs receives later events", async () => {
    const { hooks } = createHookTestBed();
    const seen: unknown[] = [];
    await hooks.prepareObservers(() => undefined);
    createHostTaps(hooks).onEvent.tap({}, (event) => void seen.push(event));
    hooks.notify({ type: "status", queueRemaining: 3 }, () => undefined);
    expect(seen).toHaveLength(1);
  });
});

it.each(["beforesend", "__proto__", "toString"])("an unknown hook %s is refused by name", (name) => {
  const { hooks } = createHookTestBed();
  expect(() => hooks.slot(name as "beforeSend")).toThrow(expect.objectContaining({ code: "HOOK_UNKNOWN" }));
});

describe("a filter", () => {
  it.each([
    ["no filter", {}, {}, true],
    ["an equal text", { authType: "basic" }, { authType: "basic" }, true],
    ["another text", { authType: "basic" }, { authType: "bearer" }, false],
    ["a member that the call lacks", { workflow: "a" }, {}, false],
    [
      "a text that is in the call's list",
      { facet: "extensions" },
      { facet: ["lifecycle", "extensions"] },
      true,
    ],
    ["a text that is not in it", { facet: "extensions" }, { facet: [] }, false],
    ["a list that holds the type", { types: ["status"] }, { type: "status" }, true],
    ["a list that does not", { types: ["status"] }, { type: "node" }, false],
    ["an empty list", { types: [] }, { type: "node" }, false],
    ["two members of which one differs", { a: "1", b: "2" }, { a: "1", b: "3" }, false],
    ["a member without value", { a: undefined }, { a: "1" }, true],
  ])("with %s", (_name, when, subject, expected) => {
    expect(matches(when, subject)).toBe(expected);
  });

  it("that does not match does not even import the plugin", async () => {
    const { hooks, tap, callWith } = createHookTestBed();
    tap("beforeSend", "auth-a", undefined, {
      when: { authType: "basic" },
      resolve: () => {
        throw new Error("imported");
      },
    });
    const { aRequest } = await import("../testing/hook-test-bed.js");
    await expect(
      hooks.beforeSend("shape", aRequest, callWith(undefined, { authType: "bearer" })),
    ).resolves.toEqual(aRequest);
  });
});
