// Compiles the taps of a gate with tapable. The first veto ends the call; any other result is an error.

import { AsyncSeriesBailHook } from "tapable";
import { fault } from "../base/errors/error-catalog.js";
import type { HookCall } from "./hook-call.js";
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

async function runGateTap(tap: Tap, plan: unknown, call: HookCall<object>): Promise<Veto | undefined> {
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
      matches(tap.when, call.subject) ? runGateTap(tap, plan, call) : undefined,
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
