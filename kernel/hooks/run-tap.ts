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

/** One run of a handler, and what can end it before the handler has settled. */
class TapRun {
  readonly #tap: Tap;
  readonly #call: HookCall<object>;
  /** Created at its first use. A handler that returns synchronously needs none. */
  #deadline: Deadline | undefined;
  /** Why the handler was ended. */
  #ended: PictorError | undefined;
  #isSettled = false;
  #reject: (reason: unknown) => void = () => undefined;

  constructor(tap: Tap, call: HookCall<object>) {
    this.#tap = tap;
    this.#call = call;
  }

  /** Calls the handler with its context. */
  enter(handler: Handler, value: unknown): unknown {
    const [tap, call] = [this.#tap, this.#call];
    const own = new HandlerContext(tap, call, () => this.#ended);
    const context = Object.assign(own, call.context(tap, this.#deadlineOf));
    const run = handler as AnyHandler;
    const result = call.host.attributeRejections
      ? runAttributed(true, { plugin: tap.owner, hook: tap.hook }, () => run(value, context))
      : run(value, context);
    if (call.onWork !== undefined && isPromise(result)) call.onWork(result);
    return result;
  }

  /** Settles as `working`, or as the handler of a plugin that is imported first, unless the handler is ended before. */
  untilSettled(working: PromiseLike<unknown> | undefined, value: unknown): Promise<unknown> {
    const [tap, call] = [this.#tap, this.#call];
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      call.signal.interruptWith(this.#stop);
      tap.disposed?.addEventListener("abort", this);
      if (working !== undefined) this.#deadlineOf().start();
      Promise.resolve(working ?? this.#load(value)).then(
        (result) => {
          if (this.#settle()) resolve(result);
        },
        (thrown: unknown) => this.#stop(explainThrown(thrown, tap, call)),
      );
    });
  }

  /** Called when the plugin is disposed. */
  handleEvent(): void {
    this.#expire(disposalError(this.#tap));
  }

  async #load(value: unknown): Promise<unknown> {
    const handler = await this.#tap.resolve();
    if (this.#isSettled) return undefined;
    this.#deadlineOf().start();
    return this.enter(handler, value);
  }

  readonly #deadlineOf = (): Deadline => {
    const { timeoutMs } = this.#tap;
    return (this.#deadline ??= createDeadline(this.#call.host.clock, timeoutMs, () => {
      const details = { ...namesOf(this.#tap), timeoutMs };
      this.#expire(fault("TAP_TIMEOUT", details, { more: pluginOf(this.#tap) }));
    }));
  };

  #expire(reason: PictorError): void {
    this.#ended = reason;
    this.#stop(reason);
    this.#call.signal.abort(reason);
  }

  readonly #stop = (reason: unknown): void => {
    if (this.#settle()) this.#reject(reason);
  };

  /** Returns false if the run has settled before. */
  #settle(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    this.#deadline?.stop();
    this.#call.signal.clearInterrupt();
    this.#tap.disposed?.removeEventListener("abort", this);
    return true;
  }
}

/**
 * Runs one handler. Always settles: with the handler's result, or with an error if it throws, rejects, exceeds its time
 * limit, is aborted by the caller, or its plugin is disposed. The limit starts when the handler is called; importing
 * its plugin has a separate limit. A handler that is stopped must watch the signal to end its own work. A handler that
 * returns synchronously costs no timer and no listener.
 */
export async function runTap(tap: Tap, value: unknown, call: HookCall<object>): Promise<unknown> {
  if (call.signal.abortedSignal !== undefined) throw call.signal.abortedSignal.reason;
  const run = new TapRun(tap, call);
  let working: PromiseLike<unknown> | undefined;
  if (tap.loadedHandler !== undefined && tap.disposed?.aborted !== true) {
    try {
      const result = run.enter(tap.loadedHandler, value);
      if (!isPromise(result)) return result;
      working = result;
    } catch (thrown) {
      throw explainThrown(thrown, tap, call);
    }
  }
  return run.untilSettled(working, value);
}
