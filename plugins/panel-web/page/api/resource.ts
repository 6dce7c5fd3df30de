// A value that the page reads from the server once and shows, with its state: loading, loaded or failed. It can be read again on request.

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
}

export function createResource<T>(read: (signal: AbortSignal) => Promise<T>): Resource<T> {
  const state = signal<Loaded<T>>({ isLoading: false });
  let running: AbortController | undefined;
  return {
    state,
    async load() {
      running?.abort();
      const own = (running = new AbortController());
      state.value = { ...state.value, isLoading: true };
      try {
        const value = await read(own.signal);
        if (running === own) state.value = { value, isLoading: false };
      } catch (error) {
        if (running !== own || isAborted(error)) return;
        state.value = { ...state.value, error: shownError(error), isLoading: false };
      }
    },
  };
}
