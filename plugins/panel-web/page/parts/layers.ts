// What lies above the page, in the order in which it was opened: dialogs, menus, popovers, lists of choices. Escape
// closes the topmost alone.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

const layers: (() => void)[] = [];

/** Closes the topmost layer. Returns whether there was one. */
export function closeTopLayer(): boolean {
  const top = layers.at(-1);
  top?.();
  return top !== undefined;
}

/** Before the page and before the browser, which would close the dialog around an open menu. */
addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || event.isComposing || !closeTopLayer()) return;
    event.preventDefault();
    event.stopPropagation();
  },
  { capture: true },
);

/** Closes an open element when something outside of it is pressed, or when another of the `events` comes from there. */
export function useLeave(
  isOpen: boolean,
  root: { readonly current: Element | null },
  close: () => void,
  events: readonly string[] = ["pointerdown"],
): void {
  // The listeners are added only after the frame of the click, because the button may have been scrolled into view before it.
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) close();
    };
    const left = new AbortController();
    for (const type of events) document.addEventListener(type, leave, { capture: true, signal: left.signal });
    return () => left.abort();
  }, [isOpen]);
}

/** Makes a component a layer while it is open. */
export function useLayer(isOpen: boolean, close: () => void): void {
  const newest = useRef(close);
  newest.current = close;
  // Before the next key, which can be Escape.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const layer = (): void => newest.current();
    layers.push(layer);
    return () => layers.splice(layers.indexOf(layer), 1);
  }, [isOpen]);
}
