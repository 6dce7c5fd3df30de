// A value that the page reads from the server once and shows, with its state: loading, loaded or failed. It can be read
// again on request.

import { signal, type ReadonlySignal } from "@preact/signals";
import { isAborted, shownError, type ShownError } from "./errors.js";

export interface Loaded<T> {
  /** The newest value. The old value stays visible while the value is read again. */
  readonly value?: T;
  readonly error?: ShownError;
  readonly isLoading: boolean;
}

export interface Resource<T> {
  readonly state: ReadonlySignal<Loaded<T>>;
  /** Reads the value, or reads it again. A reply is dropped if `load` was called again before the reply arrived. */
  load(): Promise<void>;
  /** Drops the reply that is on its way. */
  stop(): void;
  /** Reads it unless it is there or being read. */
  need(): Promise<void>;
}

export function createResource<T>(read: (signal: AbortSignal) => Promise<T>): Resource<T> {
  const state = signal<Loaded<T>>({ isLoading: false });
  let running: AbortController | undefined;
  let loaded = Promise.resolve();
  async function readAgain(): Promise<void> {
    running?.abort();
    const own = (running = new AbortController());
    state.value = { ...state.peek(), isLoading: true };
    try {
      const value = await read(own.signal);
      if (running === own) state.value = { value, isLoading: false };
    } catch (error) {
      if (running !== own || isAborted(error)) return;
      state.value = { ...state.peek(), error: shownError(error), isLoading: false };
    }
  }
  const load = (): Promise<void> => (loaded = readAgain());
  return {
    state,
    load,
    stop: () => running?.abort(),
    need() {
      const { value, isLoading } = state.peek();
      return value === undefined && !isLoading ? load() : loaded;
    },
  };
}
