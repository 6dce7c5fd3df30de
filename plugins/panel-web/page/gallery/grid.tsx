// The images as a grid of tiles (WAI-ARIA pattern "listbox"). Only tiles near the visible area are rendered. The list
// itself has the focus, so that the focus is not lost when tiles are removed.

import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { idsBetween, listing, selection, showRange, turn } from "./gallery-state.js";
import { gridClass, openViewer } from "./gallery-commands.js";
import { headRows, placeOf, rowCount, rowHeight, shapeOf, shownRange, walk } from "./grid-shape.js";
import { indexOf, walkTo } from "./listing.js";
import { extended, noSelection, toggled } from "./selection.js";
import { Tile } from "./tile.js";

/** Whether a click selects an image instead of opening it. */
const isSelecting = (): boolean => selection.value.ids.size > 0;

const holdMs = 500;
const padding = 12;

const positionOf = (target: EventTarget | null): number | undefined => {
  const tile = target instanceof Element ? target.closest<HTMLElement>("[data-position]") : null;
  return tile === null ? undefined : Number(tile.dataset["position"]);
};

/** Selects all images between the anchor and a position. */
async function extendTo(position: number): Promise<void> {
  const { anchor } = selection.value;
  const from = (anchor === undefined ? undefined : indexOf(listing.value, anchor)) ?? listing.value.active;
  const start = listing.value.entries.get(from)?.id;
  listing.value = walkTo(listing.value, position);
  const ids = await idsBetween(from, position);
  selection.value = extended(
    start === undefined ? selection.value : { ...selection.value, anchor: start },
    ids,
  );
}

export async function selectAll(): Promise<void> {
  selection.value = extended(selection.value, await idsBetween(0, (listing.value.total ?? 0) - 1));
}

export function Grid() {
  const base = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const hold = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wasHeld = useRef(false);
  const [size, setSize] = useState({ width: 208, height: 600 });
  const [top, setTop] = useState(0);
  const { total = 0, entries, active } = listing.value;
  const shape = shapeOf(size.width);
  const height = rowHeight(shape);
  const counts = listing.value;
  const range = shownRange({ top, height: size.height }, counts, shape);
  const above = headRows(counts, shape);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = (): void => {
      // A hidden gallery has no size, so its tiles stay unchanged.
      if (element.clientWidth === 0) return;
      setSize({ width: element.clientWidth - 2 * padding, height: element.clientHeight });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  // When rows are added above the visible area, the scroll position moves with them.
  const before = useRef({ above, height });
  useLayoutEffect(() => {
    const { above: rows, height: same } = before.current;
    before.current = { above, height };
    const element = scroller.current;
    if (element === null || rows === above || same !== height || element.scrollTop === 0) return;
    element.scrollTop += (above - rows) * height;
    setTop(element.scrollTop);
  });
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0;
    setTop(0);
  }, [turn.value]);
  useLayoutEffect(
    () => showRange(range.from, range.to, top < height / 2),
    [range.from, range.to, top < height / 2, entries],
  );

  // Scrolls to the active image after another component, such as the viewer, has changed it.
  useLayoutEffect(() => reveal(active), [active]);

  const reveal = (position: number): void => {
    const element = scroller.current;
    if (element === null) return;
    const start = placeOf(position, listing.value, shape).row * height;
    const end = start + height + padding;
    if (start < element.scrollTop) element.scrollTop = start;
    else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight;
  };
  const goTo = (position: number): void => {
    listing.value = walkTo(listing.value, position);
    reveal(position);
  };
  const toggle = (position: number): void => {
    const picture = listing.value.entries.get(position);
    if (picture !== undefined) selection.value = toggled(selection.value, picture.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isMod = ctrlKey || metaKey;
    if (altKey) return;
    // Not `active`, which is of the last rendering: a held key repeats faster than the list is rendered.
    const current = listing.value.active;
    const next = isMod ? undefined : walk(key, current, counts, shape, Math.floor(size.height / height));
    if (next !== undefined) {
      event.preventDefault();
      if (shiftKey) {
        void extendTo(next);
        reveal(next);
      } else goTo(next);
    } else if (isMod && key.toLowerCase() === "a") {
      event.preventDefault();
      void selectAll();
    } else if ((isMod && key === " ") || (!isMod && key.toLowerCase() === "x")) {
      event.preventDefault();
      toggle(current);
    } else if (key === "Enter" && !isMod) {
      event.preventDefault();
      openViewer();
    } else if (key === "Escape" && isSelecting()) {
      event.preventDefault();
      selection.value = noSelection;
    }
  };
  const onClick = (event: MouseEvent): void => {
    const position = positionOf(event.target);
    if (position === undefined || wasHeld.current) return;
    if (event.shiftKey) void extendTo(position);
    else {
      listing.value = walkTo(listing.value, position);
      if (event.ctrlKey || event.metaKey || isSelecting()) toggle(position);
      else openViewer();
    }
  };
  const letGo = (): void => clearTimeout(hold.current);
  const positions = Array.from({ length: range.to - range.from }, (_, index) => range.from + index);
  // The active tile is rendered even outside the visible area, because the list refers to it.
  if (total > 0 && (active < range.from || active >= range.to)) positions.push(active);
  return (
    <div
      ref={scroller}
      class={gridClass}
      role="listbox"
      tabIndex={0}
      aria-label="Images"
      aria-multiselectable="true"
      aria-activedescendant={total > 0 ? `${base}-${active}` : undefined}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onPointerDown={(event) => {
        wasHeld.current = false;
        const position = positionOf(event.target);
        if (event.pointerType !== "touch" || position === undefined) return;
        hold.current = setTimeout(() => {
          wasHeld.current = true;
          toggle(position);
        }, holdMs);
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onPointerLeave={letGo}
      onContextMenu={(event) => {
        if (wasHeld.current) event.preventDefault();
      }}
    >
      <div role="presentation" class="anchor" style={{ height: `${rowCount(counts, shape) * height}px` }}>
        {positions.map((position) => {
          const picture = entries.get(position);
          const { row, column } = placeOf(position, counts, shape);
          return (
            <Tile
              key={picture?.id ?? position}
              {...{ position, total, side: shape.side }}
              {...(picture !== undefined && { picture })}
              id={`${base}-${position}`}
              pixels={shape.side * devicePixelRatio}
              left={column * height}
              top={row * height}
              isActive={position === active}
              isSelected={picture !== undefined && selection.value.ids.has(picture.id)}
            />
          );
        })}
      </div>
    </div>
  );
}
