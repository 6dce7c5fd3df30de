// What a button starts: whether it still waits for the reply, and why the last attempt failed, which is shown beside the button.

import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { shownError, type ShownError } from "../api/errors.js";

const aborted = ({ signal }: AbortController): Promise<never> =>
  new Promise((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason as DOMException)),
  );

export class Attempt {
  readonly #error = signal<ShownError | undefined>(undefined);
  readonly #running = signal<readonly AbortController[]>([]);
  #wasStopped = false;

  /** What an attempt that takes long waits for, such as "the server to answer". */
  readonly waitsFor: string;

  constructor(waitsFor = "Pictor") {
    this.waitsFor = waitsFor;
  }

  /** Why the last attempt failed; undefined again as soon as the next one begins. */
  get error(): ShownError | undefined {
    return this.#error.value;
  }

  get isBusy(): boolean {
    return this.#running.value.length > 0;
  }

  /** Whether the last attempt was stopped. What it has asked for may be done nevertheless. */
  get wasStopped(): boolean {
    return this.#wasStopped;
  }

  /** Never rejects: resolves to what `work` does, or to undefined if it failed, and as soon as it is stopped. */
  readonly run = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
    const own = new AbortController();
    this.#error.value = undefined;
    this.#wasStopped = false;
    this.#running.value = [...this.#running.peek(), own];
    try {
      return await Promise.race([work(own.signal), aborted(own)]);
    } catch (reason) {
      this.#wasStopped = own.signal.aborted;
      if (!own.signal.aborted) this.#error.value = shownError(reason);
      return undefined;
    } finally {
      this.#running.value = this.#running.peek().filter((each) => each !== own);
    }
  };

  /** Ends what runs, and aborts its signal. */
  readonly stop = (): void => {
    for (const running of this.#running.peek()) running.abort();
  };

  /** Takes the error away. */
  readonly forget = (): void => {
    this.#error.value = undefined;
  };
}

export const useAttempt = (waitsFor?: string): Attempt => useMemo(() => new Attempt(waitsFor), [waitsFor]);
