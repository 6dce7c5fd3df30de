// The deadline of a running handler, and the abort signal that the handlers of one hook call share.

import type { Clock } from "../base/clock.js";

/** Ends a handler after a time of inactivity. */
export function createDeadline(clock: Clock, ms: number, expire: () => void) {
  let cancel = (): void => undefined;
  let holds = 0;
  let isRunning = false;
  const restart = (): void => {
    cancel();
    if (holds === 0 && isRunning) cancel = clock.after(ms, expire);
  };
  return {
    start() {
      isRunning = true;
      restart();
    },
    /** Restarts the timer. Call this when progress is made. */
    restart,
    /** Suspends the time, such as while the user is asked. Returns a function that resumes it. */
    suspend(): () => void {
      holds++;
      cancel();
      let released = false;
      return () => {
        if (released) return;
        released = true;
        holds--;
        restart();
      };
    },
    stop() {
      isRunning = false;
      cancel();
    },
  };
}

export type Deadline = ReturnType<typeof createDeadline>;

/**
 * The signal of one hook call, shared by its handlers. It is created on first access, and follows the caller's signal
 * with a single listener. After a deadline has aborted the signal, the next handler of an isolating hook receives a new
 * one.
 */
export class CallSignal {
  #controller: AbortController | undefined;
  #isFollowing = false;
  readonly #outer: AbortSignal | undefined;
  /** Ends the running handler. Handlers of one call run one at a time, so one callback is enough. */
  #interrupt: ((reason: unknown) => void) | undefined;

  constructor(outer: AbortSignal | undefined) {
    this.#outer = outer;
  }

  readonly #follow = (): void => {
    const reason: unknown = this.#outer?.reason;
    this.#controller?.abort(reason);
    this.#interrupt?.(reason);
  };

  /** The caller's signal, if it is aborted. */
  get abortedSignal(): AbortSignal | undefined {
    return this.#outer?.aborted === true ? this.#outer : undefined;
  }

  get signal(): AbortSignal {
    if (this.abortedSignal !== undefined) return this.abortedSignal;
    if (this.#controller === undefined || this.#controller.signal.aborted)
      this.#controller = new AbortController();
    return this.#controller.signal;
  }

  /** Sets the callback that an abort by the caller invokes from now on. */
  interruptWith(interrupt: (reason: unknown) => void): void {
    this.#interrupt = interrupt;
    if (this.#isFollowing || this.#outer === undefined) return;
    this.#isFollowing = true;
    this.#outer.addEventListener("abort", this.#follow);
  }

  clearInterrupt(): void {
    this.#interrupt = undefined;
  }

  /** Aborts the signal of the running handler, whose deadline has passed. */
  abort(reason: unknown): void {
    this.#controller?.abort(reason);
  }

  release(): void {
    if (this.#isFollowing) this.#outer?.removeEventListener("abort", this.#follow);
  }
}
