// A signal whose value is kept over a reload: the browser stores it for this origin. Secrets are never stored here.

import { signal, type Signal } from "@preact/signals";

const prefix = "pictor.";
const writeDelayMs = 250;

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(prefix + key) ?? "null") as unknown;
  } catch {
    return null;
  }
}

/** `accept` returns the kept value if the page can still use it, else undefined. */
export function storedSignal<T>(
  key: string,
  fallback: T,
  accept: (kept: unknown) => T | undefined,
): Signal<T> {
  const value = signal(accept(read(key)) ?? fallback);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    try {
      localStorage.setItem(prefix + key, JSON.stringify(value.peek()));
    } catch {
      // A failure is ignored: if the storage is full or switched off, the page works without it.
    }
  };
  let isSubscribing = true;
  value.subscribe(() => {
    if (!isSubscribing) timer ??= setTimeout(write, writeDelayMs);
  });
  isSubscribing = false;
  addEventListener("pagehide", () => {
    if (timer !== undefined) write();
  });
  return value;
}
