// A callback for a reply that arrives later, when the component has been rendered again or is gone.

import { useEffect, useRef } from "preact/hooks";

/**
 * Returns a function that calls the `call` of the newest rendering, so that a late reply does not bring back the values
 * of an earlier one. Once the component is gone, the function does nothing.
 */
export function useNewest<T>(call: (value: T) => void): (value: T) => void {
  const newest = useRef<typeof call | undefined>(call);
  newest.current = call;
  useEffect(() => () => (newest.current = undefined), []);
  return (value) => newest.current?.(value);
}
