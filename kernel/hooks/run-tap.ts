// The one function through which every asynchronous handler runs: async boundary, deadline, abort, attribution.

import { fault } from "../errors/catalogue.js";
import { PictorError } from "../errors/define.js";
import { attribute, explainFailure, type HookCall } from "./call.js";
import { startDeadline, type Deadline } from "./deadline.js";
import { runOwned } from "./strays.js";
import type { Tap } from "./tap.js";
import type { HookContext } from "./types.js";

type AnyHandler = (value: unknown, context: object) => unknown;

const names = (tap: Tap) => ({ owner: tap.owner, hook: tap.hook, handler: tap.handler });
const who = (tap: Tap) => ({ plugin: tap.owner });

/** Calls the handler, with everything it may know. */
function invoke(
  handler: AnyHandler,
  tap: Tap,
  value: unknown,
  call: HookCall<object>,
  deadline: Deadline,
  ended: () => PictorError | undefined,
): unknown {
  let signal: AbortSignal | undefined;
  const own: HookContext = {
    // Kept once it was looked at, so that it stays aborted when the next handler gets another one.
    get signal() {
      const reason = ended();
      return (signal ??= reason === undefined ? call.signal.signal : AbortSignal.abort(reason));
    },
    logger: call.host.loggerFor(tap.owner),
    report: (problem) => {
      call.report({ ...problem, plugin: tap.owner, hook: tap.hook });
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
    if (call.signal.aborted !== undefined) {
      reject(call.signal.aborted.reason);
      return;
    }
    let deadline: Deadline | undefined;
    let isSettled = false;
    let ended: PictorError | undefined;
    const settle = (done: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      deadline?.stop();
      call.signal.unguard();
      tap.disposed?.removeEventListener("abort", onDispose);
      done();
    };
    const stop = (reason: unknown): void => {
      settle(() => {
        reject(reason);
      });
    };
    const expire = (reason: PictorError): void => {
      ended = reason;
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
      return invoke(handler, tap, value, call, deadline, () => ended);
    };
    call.signal.guard(stop);
    tap.disposed?.addEventListener("abort", onDispose);
    begin().then(
      (result) => {
        settle(() => {
          resolve(result);
        });
      },
      (thrown: unknown) => {
        // The caller's abort, passed on by the handler, stays what it is.
        const abort = call.signal.aborted;
        stop(
          abort !== undefined && thrown === abort.reason ? thrown : explainFailure(thrown, tap, call.host),
        );
      },
    );
  });
}
