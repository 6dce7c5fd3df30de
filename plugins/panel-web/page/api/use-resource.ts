// Hooks that read from the server while a component is shown, and again when the shown object has changed.

import { useEffect, useMemo } from "preact/hooks";
import { createResource, type Resource } from "./resource.js";
import { connection } from "./session.js";

/** Reads when the component appears, and when a value of `about` changes. */
export function useResource<T>(
  read: (signal: AbortSignal) => Promise<T>,
  about: readonly unknown[],
): Resource<T> {
  const resource = useMemo(() => createResource(read), about);
  useEffect(() => {
    void resource.load();
    return resource.stop;
  }, [resource]);
  return resource;
}

/**
 * What `read` resolves to, and again for another `key`. Undefined without a key, until it has arrived, and if it cannot
 * be read: the component then shows something else in its place.
 */
export const useRead = <T>(
  key: string | undefined,
  read: (signal: AbortSignal) => Promise<T>,
): T | undefined =>
  useResource(async (signal) => (key === undefined ? undefined : read(signal)), [key]).state.value.value;

/** Calls `load` at once, and again `everyMs` after each call has ended, while the page is visible and the server answers. */
export function usePolling(load: () => Promise<void>, everyMs: number, about: readonly unknown[]): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A turn that another has overtaken, or whose component is gone, is followed by none.
    let turns = 0;
    const isWatched = (): boolean => !document.hidden && connection.peek().state === "open";
    const turn = async (isDue: boolean): Promise<void> => {
      clearTimeout(timer);
      const own = ++turns;
      if (isDue) await load();
      if (own === turns) timer = setTimeout(() => void turn(isWatched()), everyMs);
    };
    const look = (): void => {
      if (!document.hidden) void turn(isWatched());
    };
    void turn(true);
    document.addEventListener("visibilitychange", look);
    return () => {
      turns++;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, about);
}
