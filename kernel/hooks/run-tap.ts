// The one function through which every asynchronous handler runs: async boundary, deadline, abort, attribution.

import { fault } from "../base/errors/error-catalog.js";
import { PictorError } from "../base/errors/pictor-error.js";
import { attribute, explainFailure, type HookCall } from "./call.js";
import { createDeadline, type Deadline } from "./deadline.js";
import { runAttributed } from "./rejection-owner.js";
import type { Tap } from "./tap.js";
import type { Handler, HookContext } from "../contract/hooks.js";
import type { Logger, Problem } from "../contract/values.js";

type AnyHandler = (value: unknown, context: object) => unknown;

const names = (tap: Tap) => ({ owner: tap.owner, hook: tap.hook, handler: tap.handler });
const who = (tap: Tap) => ({ plugin: tap.owner });

/** What every handler of a call may know. A class, because an object literal with getters is slow to make. */
class HandlerContext implements HookContext {
  readonly #tap: Tap;
  readonly #call: HookCall<object>;
  readonly #ended: () => PictorError | undefined;
  #signal: AbortSignal | undefined;

  constructor(tap: Tap, call: HookCall<object>, ended: () => PictorError | undefined) {
    this.#tap = tap;
    this.#call = call;
    this.#ended = ended;
  }

  /** Kept once it was looked at, so that it stays aborted when the next handler gets another one. */
  get signal(): AbortSignal {
    const reason = this.#ended();
    return (this.#signal ??= reason === undefined ? this.#call.signal.signal : AbortSignal.abort(reason));
  }

  get logger(): Logger {
    return this.#call.host.loggerFor(this.#tap.owner);
  }

  readonly report = (problem: Problem): void => {
    this.#call.report({ ...problem, plugin: this.#tap.owner, hook: this.#tap.hook });
  };
}

/** Calls the handler, with everything it may know. */
function invoke(
  handler: AnyHandler,
  tap: Tap,
  value: unknown,
  call: HookCall<object>,
  deadline: () => Deadline,
  ended: () => PictorError | undefined,
): unknown {
  const context = Object.assign(new HandlerContext(tap, call, ended), call.context(tap, deadline));
  if (!call.host.attributeRejections) return handler(value, context);
  return runAttributed({ plugin: tap.owner, hook: tap.hook }, () => handler(value, context));
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";

/** What was thrown, with the names of those who did; the caller's abort, passed on by the handler, stays what it is. */
const explained = (thrown: unknown, tap: Tap, call: HookCall<object>): unknown =>
  call.signal.aborted !== undefined && thrown === call.signal.aborted.reason
    ? thrown
    : explainFailure(thrown, tap, call.host);

/** A plugin that fails while it is loaded says why; one that is taken away only says so. */
function disposal(tap: Tap): PictorError {
  const reason: unknown = tap.disposed?.reason;
  const isFailure = reason instanceof PictorError && reason.code !== "KERNEL_DISPOSED";
  return isFailure ? attribute(reason, tap) : fault("TAP_DISPOSED", names(tap), { more: who(tap) });
}

/**
 * Runs one handler. Ends in every case: with the handler's result, or with an error when it throws, rejects, exceeds
 * its limit, is aborted by the caller, or loses its plugin. The limit starts when the handler is entered; importing its
 * plugin has a limit of its own. The handler's own work must watch the signal. One that answers at once needs neither
 * timer nor listener, and none are made.
 */
export async function runTap(tap: Tap, value: unknown, call: HookCall<object>): Promise<unknown> {
  if (call.signal.aborted !== undefined) throw call.signal.aborted.reason;
  let expire: (reason: PictorError) => void = () => undefined;
  let ended: PictorError | undefined;
  let made: Deadline | undefined;
  const deadline = (): Deadline =>
    (made ??= createDeadline(call.host.clock, tap.timeoutMs, () => {
      expire(fault("TAP_TIMEOUT", { ...names(tap), timeoutMs: tap.timeoutMs }, { more: who(tap) }));
    }));
  const enter = (handler: Handler): unknown => {
    const result = invoke(handler as AnyHandler, tap, value, call, deadline, () => ended);
    if (call.entered !== undefined && isPromise(result)) call.entered(result);
    return result;
  };

  let working: PromiseLike<unknown> | undefined;
  if (tap.ready !== undefined && tap.disposed?.aborted !== true) {
    try {
      const result = enter(tap.ready);
      if (!isPromise(result)) return result;
      working = result;
    } catch (thrown) {
      throw explained(thrown, tap, call);
    }
  }
  return new Promise((resolve, reject) => {
    let isSettled = false;
    const settle = (): boolean => {
      if (isSettled) return false;
      isSettled = true;
      made?.stop();
      call.signal.unguard();
      tap.disposed?.removeEventListener("abort", onDispose);
      return true;
    };
    const stop = (reason: unknown): void => {
      if (settle()) reject(reason);
    };
    expire = (reason) => {
      ended = reason;
      stop(reason);
      call.signal.abort(reason);
    };
    const onDispose = (): void => {
      expire(disposal(tap));
    };
    const load = async (): Promise<unknown> => {
      const handler = await tap.resolve();
      if (isSettled) return undefined;
      deadline().start();
      return enter(handler);
    };
    call.signal.guard(stop);
    tap.disposed?.addEventListener("abort", onDispose);
    if (working !== undefined) deadline().start();
    (working ?? load()).then(
      (result) => {
        if (settle()) resolve(result);
      },
      (thrown: unknown) => {
        stop(explained(thrown, tap, call));
      },
    );
  });
}
