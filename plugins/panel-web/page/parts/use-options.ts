// The options that a search finds while a text is typed, and the one that the keys have reached.

import { useEffect, useRef, useState } from "preact/hooks";

type Search = (text: string, signal: AbortSignal) => Promise<readonly string[]>;

/** `first` is the index of the option that is reached at first; -1 for none. Without a search, `options` is undefined. */
export function useOptions(search: Search, first = -1) {
  const [options, setOptions] = useState<readonly string[] | undefined>();
  const [active, setActive] = useState(first);
  const running = useRef<AbortController | undefined>(undefined);
  const show = (found: readonly string[] | undefined): void => {
    setOptions(found);
    setActive(first);
  };
  const close = (): void => {
    running.current?.abort();
    show(undefined);
  };
  const look = (text: string): void => {
    running.current?.abort();
    const own = (running.current = new AbortController());
    search(text, own.signal).then(
      (found) => !own.signal.aborted && show(found),
      // What is searched for can be typed without completion.
      () => !own.signal.aborted && show([]),
    );
  };
  useEffect(() => close, []);
  return { options, active, setActive, look, close };
}
