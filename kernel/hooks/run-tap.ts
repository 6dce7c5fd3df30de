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

/** Calls the handler, with everything it may know. */
function invoke(
  handler: AnyHandler,
  tap: Tap,
  value: unknown,
  call: HookCall<object>,
  deadline: Deadline,
): unknown {
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
 * exceeds its limit, is aborted by the caller, or loses its plugin. The limit starts when the handler is entered;
 * importing its plugin has a limit of its own. The handler's own work must watch the signal.
 */
export function runTap(tap: Tap, value: unknown, call: HookCall<object>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const signal = call.signal.signal;
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    let deadline: Deadline | undefined;
    let isSettled = false;
    const settle = (done: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      deadline?.stop();
      call.signal.interrupt = undefined;
      tap.disposed?.removeEventListener("abort", onDispose);
      done();
    };
    const stop = (reason: unknown): void => {
      settle(() => {
        reject(reason);
      });
    };
    const expire = (reason: PictorError): void => {
      stop(reason);
      call.signal.abort(reason);
    };
    const onDispose = (): void => {
      // A plugin that fails while it is loaded says why; one that is taken away only says so.
      const reason: unknown = tap.disposed?.reason;
      const isFailure = reason instanceof PictorError && reason.code !== "KERNEL_DISPOSED";
      expire(isFailure ? attribute(reason, tap) : fault("TAP_DISPOSED", names(tap), { more: who(tap) }));
    };
    const begin = async (): Promise<unknown> => {
      const handler = (await tap.resolve()) as AnyHandler;
      if (isSettled) return undefined;
      deadline = startDeadline(call.host.clock, tap.timeoutMs, () => {
        expire(fault("TAP_TIMEOUT", { ...names(tap), timeoutMs: tap.timeoutMs }, { more: who(tap) }));
      });
      return invoke(handler, tap, value, call, deadline);
    };
    call.signal.interrupt = stop;
    tap.disposed?.addEventListener("abort", onDispose);
    begin().then(
      (result) => {
        settle(() => {
          resolve(result);
        });
      },
      (thrown: unknown) => {
        stop(explain(thrown, tap, signal));
      },
    );
  });
}
