// The gate over tapable: the first veto ends it; anything else that a handler returns is a mistake.

import { AsyncSeriesBailHook } from "tapable";
import { fault } from "../base/errors/error-catalog.js";
import type { HookCall } from "./call.js";
import { matches } from "./filter.js";
import { deepFreeze } from "../base/freeze.js";
import { runTap } from "./run-tap.js";
import type { Tap } from "./tap.js";
import type { BatchPlan } from "../contract/hooks.js";
import type { Veto } from "../contract/jobs.js";

export type Gate = (plan: BatchPlan, call: HookCall<object>) => Promise<Veto | undefined>;

const isVeto = (value: unknown): value is Veto => {
  const veto = value as Partial<Veto> | null;
  return (
    typeof veto === "object" &&
    veto?.kind === "veto" &&
    typeof veto.code === "string" &&
    typeof veto.message === "string"
  );
};

async function ask(tap: Tap, plan: unknown, call: HookCall<object>): Promise<Veto | undefined> {
  const result = await runTap(tap, plan, call);
  if (result === undefined || isVeto(result)) return result;
  const { owner, hook, handler } = tap;
  const found = result === null ? "null" : `a ${typeof result}`;
  throw fault(
    "TAP_RESULT_INVALID",
    { owner, hook, handler, found, expected: 'nothing, or a veto { kind: "veto", code, message }' },
    { more: { plugin: owner } },
  );
}

export function compileGate(taps: readonly Tap[]): Gate {
  if (taps.length === 0) return () => Promise.resolve(undefined);
  const hook = new AsyncSeriesBailHook<[BatchPlan, HookCall<object>], Veto | undefined>(["plan", "call"]);
  taps.forEach((tap, index) => {
    hook.tapPromise(`${tap.owner} ${index}`, async (plan, call) =>
      matches(tap.when, call.subject) ? ask(tap, plan, call) : undefined,
    );
  });
  return async (plan, call) => {
    try {
      return await hook.promise(deepFreeze(plan), call);
    } finally {
      call.signal.release();
    }
  };
}
