// Every call settles, whatever a handler does: for each asynchronous hook, with the faulty handler in places 1 to 3.

import { describe, expect, it, vi } from "vitest";
import { asyncHooks, createHookTestBed, outcomeOf, type AsyncHook } from "../testing/hook-test-bed.js";
import type { Handler } from "../contract/hooks.js";
import { fiveHooks } from "./five-hooks.js";

const never = new Promise<never>(() => undefined);
const boom = new Error("boom");

const faults: readonly (readonly [name: string, handler: () => unknown, code: string])[] = [
  [
    "throws",
    () => {
      throw boom;
    },
    "TAP_THREW",
  ],
  [
    "throws a text",
    () => {
      throw "boom" as unknown;
    },
    "TAP_THREW",
  ],
  ["rejects", () => Promise.reject(boom), "TAP_THREW"],
  ["rejects with undefined", () => Promise.reject(undefined), "TAP_THREW"],
  ["returns null", () => null, "TAP_RESULT_INVALID"],
  ["never settles", () => never, "TAP_TIMEOUT"],
  [
    "gives a thenable that throws",
    () => ({
      then: () => {
        throw boom;
      },
    }),
    "TAP_THREW",
  ],
];

const places = [1, 2, 3];
const cases = asyncHooks.flatMap((hook) =>
  faults.flatMap(([name, handler, code]) =>
    places.flatMap((place) =>
      [false, true].map((isLoaded) => ({ hook, name, handler, code, place, isLoaded })),
    ),
  ),
);

/** Adds three taps, of which the one at `place` is faulty. `isLoaded`: their plugins were imported before. */
function benchWith(hook: AsyncHook, place: number, handler: () => unknown, isLoaded = false) {
  const bench = createHookTestBed();
  const entered: number[] = [];
  for (const current of places) {
    const handle = (): unknown => {
      entered.push(current);
      return current === place ? handler() : undefined;
    };
    bench.tap(hook, `plugin-${current}`, handle, isLoaded ? { loadedHandler: handle as Handler } : {});
  }
  return { ...bench, entered };
}

describe.each(cases)("$hook, where handler $place (loaded: $isLoaded) $name", (faulty) => {
  const { hook, handler, code, place, isLoaded } = faulty;

  it("settles, names the plugin and leaves no timer", async () => {
    const { run, clock, problems, entered } = benchWith(hook, place, handler, isLoaded);
    const outcome = outcomeOf(run[hook]());
    await clock.advance(fiveHooks[hook].limitMs);
    if (hook === "afterOutput") {
      expect(await outcome).toHaveProperty("value");
      expect(problems).toMatchObject([{ code, plugin: `plugin-${place}` }]);
      expect(entered).toEqual(places);
    } else {
      expect(await outcome).toEqual({ thrown: code });
      expect(entered).toEqual(places.slice(0, place));
    }
    expect(clock.pending()).toBe(0);
  });
});

describe.each(asyncHooks)("%s and an abort", (hook) => {
  const reason = new Error("stopped by the caller");

  it("calls no handler after it", async () => {
    const { run, entered } = benchWith(hook, 1, () => undefined);
    expect(await outcomeOf(run[hook](AbortSignal.abort(reason)))).toEqual({ thrown: reason.message });
    expect(entered).toEqual([]);
  });

  it("has its own reason, also if a handler throws it", async () => {
    const controller = new AbortController();
    const stop = (): never => {
      controller.abort(reason);
      throw reason;
    };
    const { run } = benchWith(hook, 1, stop, true);
    expect(await outcomeOf(run[hook](controller.signal))).toEqual({ thrown: reason.message });
  });

  it.each(places.flatMap((place) => [false, true].map((isLoaded) => ({ place, isLoaded }))))(
    "ends handler $place (loaded: $isLoaded), which never settles, at once",
    async ({ place, isLoaded }) => {
      const { run, clock, entered } = benchWith(hook, place, () => never, isLoaded);
      const controller = new AbortController();
      const outcome = outcomeOf(run[hook](controller.signal));
      await clock.advance(0);
      controller.abort(reason);
      expect(await outcome).toEqual({ thrown: reason.message });
      expect(entered).toEqual(places.slice(0, place));
      expect(clock.pending()).toBe(0);
    },
  );

  it.each([null, 0, "", false])("with the reason %j is an abort too", async (odd) => {
    const { run, clock } = benchWith(hook, 2, () => never);
    const controller = new AbortController();
    let ending = "hangs";
    run[hook](controller.signal).then(
      () => (ending = "went on"),
      () => (ending = "ended"),
    );
    await clock.advance(0);
    controller.abort(odd);
    await clock.advance(0);
    expect(ending).toBe("ended");
  });

  it("ends a handler whose plugin is disposed", async () => {
    const { run, tap, clock, problems } = createHookTestBed();
    const disposed = new AbortController();
    tap(hook, "plugin-1", () => never, { disposed: disposed.signal });
    const outcome = outcomeOf(run[hook]());
    await clock.advance(0);
    disposed.abort();
    if (hook === "afterOutput") {
      expect(await outcome).toHaveProperty("value");
      expect(problems).toMatchObject([{ code: "TAP_DISPOSED", plugin: "plugin-1" }]);
    } else expect(await outcome).toEqual({ thrown: "TAP_DISPOSED" });
    expect(clock.pending()).toBe(0);
  });
});

describe("a handler's signal", () => {
  it("is aborted for good once its deadline has passed, also while the next handler runs", async () => {
    const { run, tap, clock } = createHookTestBed();
    let late: { readonly signal: AbortSignal } | undefined;
    tap("afterOutput", "output-a", (_output: unknown, context: { readonly signal: AbortSignal }) => {
      late = context;
      return never;
    });
    tap("afterOutput", "output-b", () => never);
    const outcome = run.afterOutput();
    await clock.advance(fiveHooks.afterOutput.limitMs);
    expect(late!.signal.aborted).toBe(true);
    await clock.advance(fiveHooks.afterOutput.limitMs);
    await outcome;
    expect(late!.signal.aborted).toBe(true);
    expect(late!.signal).toBe(late!.signal);
  });

  it("follows the caller's without leaving a listener", async () => {
    const { run, tap } = createHookTestBed();
    tap("beforeSend", "auth-a", (_request: unknown, { signal }: { readonly signal: AbortSignal }) => {
      expect(signal.aborted).toBe(false);
    });
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, "addEventListener");
    const remove = vi.spyOn(signal, "removeEventListener");
    await run.beforeSend(signal);
    expect(remove).toHaveBeenCalledTimes(add.mock.calls.length);
  });
});

it("a limit of a tap takes effect", async () => {
  const { run, tap, clock } = createHookTestBed();
  tap("beforeSend", "auth-a", () => never, { timeoutMs: 10 });
  const outcome = outcomeOf(run.beforeSend());
  await clock.advance(10);
  expect(await outcome).toEqual({ thrown: "TAP_TIMEOUT" });
});
