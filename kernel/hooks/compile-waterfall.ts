// Compiles waterfalls with tapable: each handler receives the value that the previous one returned.

import { AsyncSeriesWaterfallHook } from "tapable";
import { problemFor } from "../authoring/problem-for.js";
import { PictorError } from "../base/errors/pictor-error.js";
import type { ValueRules, WaterfallShape } from "./hook-definition.js";
import { resultInvalid, type HookCall } from "./hook-call.js";
import { matches } from "./filter.js";
import { runTap } from "./run-tap.js";
import type { Tap } from "./tap.js";

export type Waterfall<Value> = (value: Value, call: HookCall<object>) => Promise<Value>;

/** Wraps the reason of a rejection, because tapable ignores falsy errors and an abort may have any reason. */
class Rejection extends Error {
  readonly reason: unknown;
  constructor(reason: unknown) {
    super();
    this.reason = reason;
  }
}

async function runStep(
  tap: Tap,
  value: unknown,
  call: HookCall<object>,
  rules: ValueRules,
): Promise<unknown> {
  const result = await runTap(tap, value, call);
  if (result === undefined || result === value) return undefined;
  const wrong = rules.check(result, value);
  if (wrong !== undefined) throw resultInvalid(tap, rules.noun, wrong, call.host);
  call.onResult?.(tap, value, result);
  return rules.freeze(result);
}

/** Compiles taps into one function. A tap whose filter does not match costs no promise and imports nothing. */
export function compileWaterfall<Value>(
  taps: readonly Tap[],
  { onFailure, value: rules }: WaterfallShape,
): Waterfall<Value> {
  if (taps.length === 0) return (value) => Promise.resolve(rules.freeze(value));
  const hook = new AsyncSeriesWaterfallHook<[unknown, HookCall<object>]>(["value", "call"]);
  taps.forEach((tap, index) => {
    // tapAsync lets a filtered-out tap continue synchronously. This callback cannot throw or call `done` twice.
    hook.tapAsync(`${tap.owner} ${index}`, (value, call, done) => {
      if (!matches(tap.when, call.subject)) {
        done(null, undefined);
        return;
      }
      runStep(tap, value, call, rules).then(
        (result) => done(null, result),
        (error: unknown) => {
          if (onFailure === "isolate" && error instanceof PictorError) {
            if (call.onFailure) call.onFailure(error);
            else call.report(problemFor(error));
            done(null, undefined);
          } else {
            done(new Rejection(error));
          }
        },
      );
    });
  });
  return async (value, call) => {
    try {
      return (await hook.promise(rules.freeze(value), call)) as Value;
    } catch (error) {
      throw error instanceof Rejection ? error.reason : error;
    } finally {
      call.signal.release();
    }
  };
}
