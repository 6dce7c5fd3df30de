// The one function through which every asynchronous handler runs: async boundary, deadline, abort, attribution.

import { fault } from "../errors/catalogue.js";
import { PictorError, reasonOf } from "../errors/define.js";
import { attribute, type HookCall } from "./call.js";
import { startDeadline, type Deadline } from "./deadline.js";
import { runOwned } from "./strays.js";
import type { Tap } from "./tap.js";
import type { HookContext } from "./types.js";

type AnyHandler = (value: unknown, context: object) => unknown;

const names = (tap: Tap) => ({ owner: tap.owner, hook: tap.hook, handler: tap.handler });
const who = (tap: Tap) => ({ plugin: tap.owner });

/** Turns whatever a handler threw into an error that names plugin and hook. An abort stays what it is. */
function explain(thrown: unknown, tap: Tap, signal: AbortSignal): unknown {
  if (signal.aborted && thrown === signal.reason) return thrown;
  if (thrown instanceof PictorError)
    return thrown.details["plugin"] === undefined ? attribute(thrown, tap) : thrown;
  return fault("TAP_THREW", { ...names(tap), reason: reasonOf(thrown) }, { cause: thrown, more: who(tap) });
}

async function enter(tap: Tap, value: unknown, call: HookCall<object>, deadline: Deadline): Promise<unknown> {
  const handler = (await tap.resolve()) as AnyHandler;
  const own: HookContext = {
    get signal() {
      return call.signal.signal;
    },
    logger: call.host.loggerFor(tap.owner),
    report: (problem) => {
      call.report({ plugin: tap.owner, hook: tap.hook, ...problem });
    },
  };
  const context = Object.assign(own, call.context(tap, deadline));
  const run = () => handler(value, context);
  return call.host.attributeStrays ? runOwned({ plugin: tap.owner, hook: tap.hook }, run) : run();
}

/**
 * Runs one handler. Settles in every case: with the handler's result, or with an error when it throws, rejects,
 * exceeds its limit, is aborted by the caller, or loses its plugin. The handler's own work must watch the signal.
 */
export function runTap(tap: Tap, value: unknown, call: HookCall<object>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const signal = call.signal.signal;
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const finish = (settle: () => void): void => {
      deadline.stop();
      call.signal.interrupt = undefined;
      tap.disposed?.removeEventListener("abort", onDispose);
      settle();
    };
    const stop = (reason: unknown): void => {
      finish(() => {
        reject(reason as Error);
      });
    };
    const expire = (reason: PictorError): void => {
      stop(reason);
      call.signal.abort(reason);
    };
    const onDispose = (): void => {
      expire(fault("TAP_DISPOSED", names(tap), { more: who(tap) }));
    };
    const deadline = startDeadline(call.host.clock, tap.timeoutMs, () => {
      expire(fault("TAP_TIMEOUT", { ...names(tap), timeoutMs: tap.timeoutMs }, { more: who(tap) }));
    });
    call.signal.interrupt = stop;
    tap.disposed?.addEventListener("abort", onDispose);
    enter(tap, value, call, deadline).then(
      (result) => {
        finish(() => {
          resolve(result);
        });
      },
      (thrown: unknown) => {
        stop(explain(thrown, tap, signal));
      },
    );
  });
}
