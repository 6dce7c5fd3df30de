// The deadline of a running handler, and the one abort signal that a hook call gives to all its handlers.

import type { Clock } from "../base/clock.js";

/** Ends a handler that has been inactive for too long. */
export interface Deadline {
  /** Something happened: the time starts anew. */
  touch(): void;
  /** Holds the time, while a person is asked. Returns what lets it go on. */
  hold(): () => void;
  start(): void;
  stop(): void;
}

export function createDeadline(clock: Clock, ms: number, expire: () => void): Deadline {
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
    touch: restart,
    hold() {
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

/**
 * One signal per hook call, shared by its handlers, made when the first of them looks at it. It follows the caller's
 * signal by a single listener. After a handler's own deadline has aborted it, the next handler of an isolating hook
 * gets a fresh one.
 */
export class CallSignal {
  #controller: AbortController | undefined;
  #isFollowing = false;
  readonly #outer: AbortSignal | undefined;
  /** Ends the handler that runs now; handlers of one call run one at a time, so one slot is enough. */
  #interrupt: ((reason: unknown) => void) | undefined;

  constructor(outer: AbortSignal | undefined) {
    this.#outer = outer;
  }

  readonly #follow = (): void => {
    const reason: unknown = this.#outer?.reason;
    this.#controller?.abort(reason);
    this.#interrupt?.(reason);
  };

  /** The caller's abort, if there was one. */
  get aborted(): AbortSignal | undefined {
    return this.#outer?.aborted === true ? this.#outer : undefined;
  }

  get signal(): AbortSignal {
    if (this.aborted !== undefined) return this.aborted;
    if (this.#controller === undefined || this.#controller.signal.aborted)
      this.#controller = new AbortController();
    return this.#controller.signal;
  }

  /** From now on an abort of the caller ends this handler. */
  guard(interrupt: (reason: unknown) => void): void {
    this.#interrupt = interrupt;
    if (this.#isFollowing || this.#outer === undefined) return;
    this.#isFollowing = true;
    this.#outer.addEventListener("abort", this.#follow);
  }

  unguard(): void {
    this.#interrupt = undefined;
  }

  /** A deadline has passed: whoever holds the present signal sees it. */
  abort(reason: unknown): void {
    this.#controller?.abort(reason);
  }

  release(): void {
    if (this.#isFollowing) this.#outer?.removeEventListener("abort", this.#follow);
  }
}
