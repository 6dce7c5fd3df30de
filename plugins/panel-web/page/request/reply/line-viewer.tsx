// Shows a text of any length. Only the visible lines are rendered.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

const lineHeight = 20;
/** The maximum height of an element in pixels, because browsers limit it. A longer text is scrolled in larger steps. */
const maxHeight = 8_000_000;
const padding = 12;

interface LineViewerProps {
  /** Accessible name of the viewer. */
  readonly name: string;
  readonly count: number;
  /** The line to scroll to. A new object scrolls again, even to the same line. */
  readonly shown?: { readonly line: number };
  readonly onColumns?: (columns: number) => void;
  readonly children: (index: number) => ComponentChildren;
}

export function LineViewer({ name, count, shown, onColumns, children }: LineViewerProps) {
  const root = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    const measure = (): void => {
      setHeight(element.clientHeight);
      const width = (probe.current?.getBoundingClientRect().width ?? 80) / 10;
      onColumns?.(Math.max(20, Math.floor((element.clientWidth - 2 * padding) / width)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const full = count * lineHeight + 2 * padding;
  const drawn = Math.min(full, maxHeight);
  const steps = drawn > height ? (full - height) / (drawn - height) : 1;
  useEffect(() => {
    if (shown === undefined || root.current === null) return;
    const place = shown.line * lineHeight - height / 2;
    root.current.scrollTop = Math.max(0, place / steps);
  }, [shown]);
  const first = Math.max(0, Math.floor((top * steps) / lineHeight) - 5);
  const last = Math.min(count, first + Math.ceil(height / lineHeight) + 10);
  // The position of the first rendered line, corrected for the larger scroll steps.
  const offset = first * lineHeight - top * steps + top;
  return (
    <div
      class="boxed line-viewer"
      ref={root}
      role="region"
      aria-label={name}
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <span class="line-probe" ref={probe} aria-hidden="true">
        0000000000
      </span>
      <div class="anchor" style={{ height: `${drawn}px` }}>
        <pre class="lines" style={{ transform: `translateY(${offset + padding}px)` }}>
          {Array.from({ length: Math.max(0, last - first) }, (_, index) => (
            <div class="line" key={first + index}>
              {children(first + index)}
              {"\n"}
            </div>
          ))}
        </pre>
      </div>
    </div>
  );
}
