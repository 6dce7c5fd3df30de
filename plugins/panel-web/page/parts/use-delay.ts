// What a component does after a while.

import { useEffect } from "preact/hooks";

/**
 * Calls `work` once, `ms` after the component has appeared or a value of `about` has changed, unless one changes again
 * before.
 */
export function useDelay(work: () => void, ms: number, about: readonly unknown[] = []): void {
  useEffect(() => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  }, about);
}
