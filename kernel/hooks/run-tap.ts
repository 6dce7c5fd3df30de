// Runs every asynchronous handler: error boundary, deadline, abort, attribution.

import { fault } from "../base/errors/error-catalog.js";
import { PictorError } from "../base/errors/pictor-error.js";
import { addOwner, explainFailure, ownProblem, type HookCall } from "./hook-call.js";
import { createDeadline, type Deadline } from "./deadline.js";
import { runAttributed } from "./rejection-owner.js";
import type { Tap } from "./tap.js";
import type { Handler, HookContext } from "../contract/hooks.js";
import type { Logger, Problem } from "../contract/values.js";

type AnyHandler = (value: unknown, context: object) => unknown;

const namesOf = (tap: Tap) => ({ owner: tap.owner, hook: tap.hook, handler: tap.handler });
const pluginOf = (tap: Tap) => ({ plugin: tap.owner });

/** The context of a handler. A class, because creating an object literal with getters is slow. */
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

  /** The signal is cached, so that it stays aborted when the next handler receives a new signal. */
  get signal(): AbortSignal {
    const reason = this.#ended();
    return (this.#signal ??= reason === undefined ? this.#call.signal.signal : AbortSignal.abort(reason));
  }

  get logger(): Logger {
    return this.#call.host.loggerFor(this.#tap.owner);
  }

  readonly report = (problem: Problem): void => {
    this.#call.report(ownProblem(this.#tap, problem, this.#call.host));
  };
}

/** Calls the handler with its context. */
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
  return runAttributed(true, { plugin: tap.owner, hook: tap.hook }, () => handler(value, context));
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";

/**
 * Adds the plugin to a thrown error. If the handler throws the reason of the caller's abort, the reason stays
 * unchanged.
 */
const explainThrown = (thrown: unknown, tap: Tap, call: HookCall<object>): unknown =>
  call.signal.abortedSignal !== undefined && thrown === call.signal.abortedSignal.reason
    ? thrown
    : explainFailure(thrown, tap, call.host);

/** The error of a handler whose plugin has ended: why loading the plugin failed, or that the plugin was disposed. */
function disposalError(tap: Tap): PictorError {
  const reason: unknown = tap.disposed?.reason;
  const isFailure = reason instanceof PictorError && reason.code !== "KERNEL_DISPOSED";
  return isFailure ? addOwner(reason, tap) : fault("TAP_DISPOSED", namesOf(tap), { more: pluginOf(tap) });
}

/**
 * Runs one handler. Always settles: with the handler's result, or with an error if it throws, rejects, exceeds its time
 * limit, is aborted by the caller, or its plugin is disposed. The limit starts when the handler is called; importing
 * its plugin has a separate limit. A handler that is stopped must watch the signal to end its own work. A handler that
 * returns synchronously costs no timer and no listener.
 */
export async function runTap(tap: Tap, value: unknown, call: HookCall<object>): Promise<unknown> {
  if (call.signal.abortedSignal !== undefined) throw call.signal.abortedSignal.reason;
  let expire: (reason: PictorError) => void = () => undefined;
  let ended: PictorError | undefined;
  let made: Deadline | undefined;
  const deadline = (): Deadline =>
    (made ??= createDeadline(call.host.clock, tap.timeoutMs, () => {
      expire(fault("TAP_TIMEOUT", { ...namesOf(tap), timeoutMs: tap.timeoutMs }, { more: pluginOf(tap) }));
    }));
  const enter = (handler: Handler): unknown => {
    const result = invoke(handler as AnyHandler, tap, value, call, deadline, () => ended);
    if (call.onWork !== undefined && isPromise(result)) call.onWork(result);
    return result;
  };

  let working: PromiseLike<unknown> | undefined;
  if (tap.loadedHandler !== undefined && tap.disposed?.aborted !== true) {
    try {
      const result = enter(tap.loadedHandler);
      if (!isPromise(result)) return result;
      working = result;
    } catch (thrown) {
      throw explainThrown(thrown, tap, call);
    }
  }
  return new Promise((resolve, reject) => {
    let isSettled = false;
    const settle = (): boolean => {
      if (isSettled) return false;
      isSettled = true;
      made?.stop();
      call.signal.clearInterrupt();
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
      expire(disposalError(tap));
    };
    const load = async (): Promise<unknown> => {
      const handler = await tap.resolve();
      if (isSettled) return undefined;
      deadline().start();
      return enter(handler);
    };
    call.signal.interruptWith(stop);
    tap.disposed?.addEventListener("abort", onDispose);
    if (working !== undefined) deadline().start();
    (working ?? load()).then(
      (result) => {
        if (settle()) resolve(result);
      },
      (thrown: unknown) => {
        stop(explainThrown(thrown, tap, call));
      },
    );
  });
}
