// What Pictor's hooks do with faulty taps, in the situations (T1 to T12) in which tapable does something else.

import { describe, expect, it } from "vitest";
import { settlePromises } from "@pictor/host/testing";
import { anEvent, changed, createHookTestBed, outcomeOf } from "../testing/hook-test-bed.js";

const boom = (): never => {
  throw new Error("boom");
};
const bench = createHookTestBed;

describe("T2: an async handler in a plain tap", () => {
  it("is awaited by ours", async () => {
    const { run, tap } = bench();
    const order: string[] = [];
    tap("beforeSend", "a-a", async () => {
      await settlePromises();
      order.push("first");
    });
    tap("beforeSend", "a-b", () => {
      order.push("second");
    });
    await run.beforeSend();
    expect(order).toEqual(["first", "second"]);
  });

  it("is reported once as an observer, and its rejection is handled", async () => {
    const { notify, tap } = bench();
    tap("onEvent", "panel-a", () => Promise.reject(new Error("late")));
    const errors = await notify(anEvent);
    await settlePromises();
    expect(errors.map(({ code }) => code)).toEqual(["TAP_RETURNED_PROMISE", "TAP_THREW"]);
  });
});

describe("T5 and T6: an observer that throws", () => {
  it("is reported by ours while the later ones run", async () => {
    const { notify, tap } = bench();
    const seen: unknown[] = [];
    tap("onEvent", "panel-a", boom);
    tap("onEvent", "panel-b", (event: unknown) => void seen.push(event));
    const errors = await notify(anEvent);
    expect(seen).toEqual([anEvent]);
    expect(errors).toMatchObject([{ code: "TAP_THREW", plugin: "panel-a", hook: "onEvent" }]);
  });
});

describe("T7: what ends a gate", () => {
  it.each([
    ["null", null],
    ["false", false],
    ["a forgotten return", "value"],
    ["a veto without words", { kind: "veto" }],
    ["something like a veto", { code: "X", message: "no" }],
  ])("ours refuses %s, and names the plugin", async (_name, value) => {
    const { run, tap } = bench();
    tap("beforeFirstBatch", "extension-a", () => value);
    expect(await outcomeOf(run.beforeFirstBatch())).toEqual({ thrown: "TAP_RESULT_INVALID" });
  });

  it("the first veto ends ours, and later gates are not asked", async () => {
    const { run, tap } = bench();
    const veto = { kind: "veto", code: "NO", message: "no" };
    tap("beforeFirstBatch", "extension-a", () => undefined);
    tap("beforeFirstBatch", "extension-b", () => veto);
    tap("beforeFirstBatch", "extension-c", boom);
    expect(await outcomeOf(run.beforeFirstBatch())).toEqual({ value: veto });
  });
});

describe("T8: what a waterfall takes for a value", () => {
  it.each([
    ["null", null],
    ["a text", "x"],
    ["an array", []],
    ["a number", 0],
    ["a part of a request", { url: "http://example.org/" }],
    ["a request with a header that is not a pair", { ...changed.beforeSend, headers: [["x"]] }],
  ])("ours refuses %s", async (_name, value) => {
    const { run, tap } = bench();
    tap("beforeSend", "auth-a", () => value);
    expect(await outcomeOf(run.beforeSend())).toEqual({ thrown: "TAP_RESULT_INVALID" });
  });

  it("returning nothing keeps the value", async () => {
    const { run, tap } = bench();
    tap("beforeSend", "auth-a", () => changed.beforeSend);
    tap("beforeSend", "auth-b", () => undefined);
    expect(await outcomeOf(run.beforeSend())).toEqual({ value: changed.beforeSend });
  });
});

it("T9: callbacks handlers receive none, so none can be called twice", async () => {
  const { run, tap } = bench();
  const counts: number[] = [];
  tap("beforeSend", "auth-a", (...given: unknown[]) => void counts.push(given.length));
  await run.beforeSend();
  expect(counts).toEqual([2]);
});

describe("T10: removing a tap", () => {
  it("ours is removed at once, and a call in progress finishes on the old chain", async () => {
    const { run, tap } = bench();
    const seen: string[] = [];
    tap("beforeSend", "auth-a", async () => {
      seen.push("a");
      await settlePromises();
    });
    const remove = tap("beforeSend", "auth-b", () => void seen.push("b"));
    const inFlight = run.beforeSend();
    remove();
    await inFlight;
    expect(seen).toEqual(["a", "b"]);
    await run.beforeSend();
    expect(seen).toEqual(["a", "b", "a"]);
  });
});

describe("T12: arguments", () => {
  it("ours passes everything in one context object", async () => {
    const { run, tap } = bench();
    let given: object = {};
    tap("beforeSend", "auth-a", (_request: unknown, context: object) => void (given = context));
    await run.beforeSend();
    const signal = expect.any(AbortSignal) as AbortSignal;
    expect(given).toMatchObject({ signal, logger: {}, report: expect.any(Function) as () => void });
  });
});
