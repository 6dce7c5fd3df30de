// Every failure names its plugin, hook and handler.

import { explainFailure } from "./hook-call.js";
import type { Tap } from "./tap.js";
import { describe, expect, it } from "vitest";
import { fault } from "../base/errors/error-catalog.js";
import { PictorError } from "../base/errors/pictor-error.js";
import { anEvent, aRequest, asyncHooks, changed, createHookTestBed } from "../testing/hook-test-bed.js";

const culprit = (hook: string) => ({ plugin: "plugin-a", hook, handler: "handle" });
async function failureOf(call: Promise<unknown>): Promise<PictorError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof PictorError) return thrown;
  throw new Error("it did not fail with an error of ours");
}

describe.each(["beforeSend", "buildWorkflow", "beforeFirstBatch"] as const)("a failed call of %s", (hook) => {
  it.each([
    [
      "an ordinary error",
      () => {
        throw new Error("boom");
      },
      "TAP_THREW",
    ],
    [
      "an error with a code",
      () => {
        throw fault("AUTH_ACTION_NEEDED", {
          where: "s",
          action: "login",
          reason: "no token",
          profile: "p",
          sent: "Nothing was sent.",
        });
      },
      "AUTH_ACTION_NEEDED",
    ],
    [
      "an error of its own that is a case of another one",
      () => {
        throw new PictorError("TICKET_DENIED", "No ticket.", "", {}, { base: "AUTH_REFUSED" });
      },
      "TICKET_DENIED",
      "AUTH_REFUSED",
    ],
    ["a wrong result", () => 5, "TAP_RESULT_INVALID"],
  ])("carries plugin, hook and handler of %s", async (_name, handler, code, base = code) => {
    const { run, tap } = createHookTestBed();
    tap(hook, "plugin-a", handler);
    const error = await failureOf(run[hook]());
    expect([error.code, error.base]).toEqual([code, base]);
    expect(error.details).toMatchObject(culprit(hook));
  });

  it("keeps what was thrown as its cause", async () => {
    const { run, tap } = createHookTestBed();
    const cause = new Error("boom");
    tap(hook, "plugin-a", () => Promise.reject(cause));
    expect((await failureOf(run[hook]())).cause).toBe(cause);
  });

  it("does not blame a caller's abort on a plugin", async () => {
    const { run, tap, clock } = createHookTestBed();
    tap(
      hook,
      "plugin-a",
      (_value: unknown, { signal }: { readonly signal: AbortSignal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    const controller = new AbortController();
    const reason = new Error("by the caller");
    const call = run[hook](controller.signal);
    const thrown = call.catch((error: unknown) => error);
    await clock.advance(0);
    controller.abort(reason);
    expect(await thrown).toBe(reason);
  });
});

describe("what handlers report", () => {
  it.each(asyncHooks)("in %s carries plugin and hook", async (hook) => {
    const { run, tap, problems } = createHookTestBed();
    tap(hook, "plugin-a", (_value: unknown, context: { report(problem: object): void }) =>
      context.report({ code: "SMALL_THING", message: "never mind" }),
    );
    await run[hook]();
    expect(problems).toEqual([{ code: "SMALL_THING", message: "never mind", plugin: "plugin-a", hook }]);
  });

  it.each(asyncHooks)("in %s cannot name another plugin", async (hook) => {
    const { run, tap, problems } = createHookTestBed();
    tap(hook, "plugin-a", (_value: unknown, context: { report(problem: object): void }) =>
      context.report({ code: "X", message: "x", plugin: "plugin-b", hook: "onEvent" }),
    );
    await run[hook]();
    expect(problems).toMatchObject([{ plugin: "plugin-a", hook }]);
  });

  it("is described without secrets if it is not a problem", async () => {
    const { run, notify, tap } = createHookTestBed();
    const report = (_value: unknown, context: { report(problem: unknown): void }) =>
      context.report("bad SECRET");
    tap("beforeSend", "plugin-a", report);
    tap("onEvent", "plugin-a", report);
    const described = { code: "TAP_REPORT_INVALID", message: expect.stringContaining('"bad ***"') as string };
    expect(await failureOf(run.beforeSend())).toMatchObject(described);
    expect(await notify(anEvent)).toMatchObject([described]);
  });
});

describe("an observer", () => {
  it("that cannot be imported is named, and the others see the events", async () => {
    const { hooks, tap } = createHookTestBed();
    const seen: unknown[] = [];
    const errors: unknown[] = [];
    tap("onEvent", "plugin-a", undefined, { resolve: () => Promise.reject(new Error("no such file")) });
    tap("onEvent", "plugin-b", (event: unknown) => void seen.push(event));
    await hooks.prepareObservers((error) => errors.push(error));
    hooks.notify(anEvent, () => undefined);
    expect(seen).toEqual([anEvent]);
    expect(errors).toMatchObject([{ plugin: "plugin-a", hook: "onEvent" }]);
  });
});

describe("what a handler throws", () => {
  const host = { redact: (text: string) => text.replaceAll("SECRET", "***") };
  const tap = { owner: "auth-a", hook: "beforeSend", handler: "add" } as Tap;

  it("is described without secrets", () => {
    expect(explainFailure(new Error("bad SECRET"), tap, host).message).toContain("bad ***");
  });

  it("is described even if it cannot be read", () => {
    const unreadable = Object.defineProperty(new Error(), "message", {
      get() {
        throw new Error("no");
      },
    });
    const pretender = { [Symbol.for("pictor.error")]: true };
    for (const thrown of [unreadable, pretender]) {
      expect(explainFailure(thrown, tap, host)).toMatchObject({
        code: "TAP_THREW",
        details: { plugin: "auth-a" },
      });
    }
  });
});

it("a handler gives its result also where unhandled rejections are attributed", async () => {
  const { hooks, callWith, tap } = createHookTestBed();
  tap("beforeSend", "auth-a", () => changed.beforeSend);
  expect(hooks.hasStage("shape")).toBe(true);
  expect(hooks.hasStage("credentials")).toBe(false);
  const call = callWith();
  const attributing = { ...call, host: { ...call.host, attributeRejections: true } };
  expect(await hooks.beforeSend("shape", aRequest, attributing)).toEqual(changed.beforeSend);
});
