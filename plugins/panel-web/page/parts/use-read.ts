// What a component reads once for each thing that it shows.

import { useEffect, useState } from "preact/hooks";

/**
 * What `read` resolves to, and again for another `key`. Undefined without a key, until it has arrived, and if it cannot
 * be read: the component then shows something else in its place.
 */
export function useRead<T>(
  key: string | undefined,
  read: (signal: AbortSignal) => Promise<T>,
): T | undefined {
  const [found, setFound] = useState<{ readonly key: string; readonly value: T }>();
  useEffect(() => {
    if (key === undefined) return;
    const reading = new AbortController();
    read(reading.signal).then(
      (value) => {
        if (!reading.signal.aborted) setFound({ key, value });
      },
      () => undefined,
    );
    return () => reading.abort();
  }, [key]);
  return found?.key === key ? found?.value : undefined;
}
