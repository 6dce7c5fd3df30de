// Compiles the taps of a gate with tapable. The first veto ends the call; any other result is an error.

import { AsyncSeriesBailHook } from "tapable";
import { PictorError } from "../base/errors/pictor-error.js";
import { resultInvalid, type HookCall } from "./hook-call.js";
import { matches } from "./filter.js";
import { deepFreeze } from "../base/freeze.js";
import { runTap } from "./run-tap.js";
import type { Tap } from "./tap.js";
import { aVeto } from "./value-rules.js";
import type { BatchPlan } from "../contract/hooks.js";
import type { Veto } from "../contract/jobs.js";

export type Gate = (plan: BatchPlan, call: HookCall<object>) => Promise<Veto | undefined>;

async function runGateTap(tap: Tap, plan: unknown, call: HookCall<object>): Promise<Veto | undefined> {
  const result = await runTap(tap, plan, call).catch((error: unknown) => {
    const isVeto = error instanceof PictorError && aVeto(error.cause) === undefined;
    const wrong = { path: [], found: "a veto that was thrown", expected: "a veto that is returned" };
    throw isVeto ? resultInvalid(tap, "veto", wrong, call.host) : error;
  });
  if (result === undefined) return undefined;
  const wrong = aVeto(result);
  if (wrong === undefined) return result as Veto;
  throw resultInvalid(tap, "veto", wrong, call.host);
}

export function compileGate(taps: readonly Tap[]): Gate {
  if (taps.length === 0) return () => Promise.resolve(undefined);
  const hook = new AsyncSeriesBailHook<[BatchPlan, HookCall<object>], Veto | undefined>(["plan", "call"]);
  taps.forEach((tap, index) =>
    hook.tapPromise(`${tap.owner} ${index}`, async (plan, call) =>
      matches(tap.when, call.subject) ? runGateTap(tap, plan, call) : undefined,
    ),
  );
  return async (plan, call) => {
    try {
      return await hook.promise(deepFreeze(plan), call);
    } finally {
      call.signal.release();
    }
  };
}
