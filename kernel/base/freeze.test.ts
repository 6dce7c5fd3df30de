// Handlers cannot change values in place: they return a new value, or nothing.

import { describe, expect, it } from "vitest";
import { deepFreeze } from "./freeze.js";
import { asyncHooks, changed, createHookTestBed, outcomeOf } from "../testing/hook-test-bed.js";

const mutate = (value: Record<string, unknown>): void => {
  value["mutated"] = true;
};

describe("a handler that changes its value in place", () => {
  it.each(asyncHooks)("fails in %s", async (hook) => {
    const { run, tap, problems } = createHookTestBed();
    tap(hook, "plugin-a", mutate);
    const outcome = await outcomeOf(run[hook]());
    if (hook === "afterOutput") expect(problems).toMatchObject([{ code: "TAP_THREW", plugin: "plugin-a" }]);
    else expect(outcome).toEqual({ thrown: "TAP_THREW" });
  });

  it("fails on the result of an earlier handler, at any depth", async () => {
    const { run, tap } = createHookTestBed();
    tap("beforeSend", "auth-a", () => changed.beforeSend);
    tap("beforeSend", "auth-b", (request: { headers: string[][] }) => void request.headers[0]!.push("more"));
    expect(await outcomeOf(run.beforeSend())).toEqual({ thrown: "TAP_THREW" });
  });

  it("changes nothing for later observers", async () => {
    const { notify, tap } = createHookTestBed();
    const seen: object[] = [];
    tap("onEvent", "panel-a", mutate);
    tap("onEvent", "panel-b", (event: object) => void seen.push({ ...event }));
    const errors = await notify({ type: "status", queueRemaining: 1 });
    expect(seen).toEqual([{ type: "status", queueRemaining: 1 }]);
    expect(errors).toMatchObject([{ code: "TAP_THREW", plugin: "panel-a" }]);
  });
});

describe("deepFreeze", () => {
  it("freezes plain objects and arrays at every depth", () => {
    const value = deepFreeze({ a: [{ b: { c: 1 } }], n: Object.create(null) as object });
    for (const part of [value, value.a, value.a[0], value.a[0]!.b, value.n])
      expect(Object.isFrozen(part)).toBe(true);
  });

  it("freezes the contents of an object that was already frozen", () => {
    const inner = { deep: { x: 1 } };
    deepFreeze(Object.freeze({ inner }));
    expect(Object.isFrozen(inner.deep)).toBe(true);
  });

  it.each([
    ["a typed array", new Uint8Array([1, 2])],
    ["a Buffer", Buffer.from("ab")],
    ["a Map", new Map([[1, 2]])],
    ["an instance of a class", new AbortController()],
    ["a function", () => undefined],
  ])("leaves %s alone", (_name, inner) => {
    const value = deepFreeze({ inner });
    expect(value.inner).toBe(inner);
    expect(Object.isFrozen(inner)).toBe(false);
  });

  it.each([undefined, null, 1, 1n, "text", true])("returns %s unchanged", (value) => {
    expect(deepFreeze(value)).toBe(value);
  });

  it("survives a value that contains itself", () => {
    const value: Record<string, unknown> = {};
    value["self"] = value;
    expect(Object.isFrozen(deepFreeze(value))).toBe(true);
  });
});
