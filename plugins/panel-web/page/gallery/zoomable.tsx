// A frame in which the user zooms with the wheel, two fingers or a double click, and pans by dragging.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { IconButton } from "../parts/button.js";
import { useCommands } from "../shell/commands.js";
import {
  fitted,
  panned,
  percent,
  transformOf,
  zoomed,
  type Point,
  type Size,
  type Zoom,
  type ZoomView,
} from "./zoom.js";

interface ZoomableProps extends Zoom {
  /** Whether one finger or the main button has another function, such as painting. */
  readonly isPainting?: boolean;
  readonly children: ComponentChildren;
}

const zoomStep = 1.4;
const closeUp = 3;
const wheelSpeed = 0.002;

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
const distance = ([one, other]: readonly Point[]): number =>
  one === undefined || other === undefined ? 1 : Math.hypot(one.x - other.x, one.y - other.y);

export function Zoomable({ view, onView, isPainting = false, children }: ZoomableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Point>());
  const latest = useRef({ view, onView });
  latest.current = { view, onView };
  const size = (): Size => ({
    width: frame.current?.clientWidth ?? 1,
    height: frame.current?.clientHeight ?? 1,
  });
  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left = 0, top = 0, width = 0, height = 0 } = frame.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  useEffect(() => {
    const element = frame.current;
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      const { view: now, onView: change } = latest.current;
      change(zoomed(now, Math.exp(-event.deltaY * wheelSpeed), pointOf(event), size()));
    };
    // The listener is added directly, because a listener of Preact would be passive, so that the page behind would scroll.
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, []);
  const pans = (event: PointerEvent): boolean =>
    !isPainting || event.button === 1 || (event.pointerType === "touch" && fingers.current.size > 0);
  return (
    <div
      ref={frame}
      class={view.scale > 1 ? "layer zoomable zoomed" : "layer zoomable"}
      onPointerDown={(event) => {
        if (event.pointerType === "touch" || pans(event))
          fingers.current.set(event.pointerId, pointOf(event));
        if (pans(event)) frame.current?.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const before = [...fingers.current.values()];
        if (!fingers.current.has(event.pointerId)) return;
        fingers.current.set(event.pointerId, pointOf(event));
        if (isPainting && before.length < 2 && event.buttons !== 4) return;
        const after = [...fingers.current.values()];
        const [from, to] = [middle(before), middle(after)];
        const moved = panned(view, { x: to.x - from.x, y: to.y - from.y }, size());
        onView(before.length < 2 ? moved : zoomed(moved, distance(after) / distance(before), to, size()));
      }}
      onPointerUp={(event) => fingers.current.delete(event.pointerId)}
      onPointerCancel={(event) => fingers.current.delete(event.pointerId)}
      onDblClick={(event) => {
        if (isPainting) return;
        onView(view.scale > 1 ? fitted : zoomed(view, closeUp, pointOf(event), size()));
      }}
    >
      <div class="zoom-content" style={{ transform: transformOf(view) }}>
        {children}
      </div>
    </div>
  );
}

/** The view after a step of zooming to or from its centre. */
const stepped = (view: ZoomView, factor: number): ZoomView =>
  zoomed(view, factor, { x: 0, y: 0 }, { width: innerWidth, height: innerHeight });

/** The zoom of an image in a dialog, with its keys. */
export function useZoom(dialog: string): Zoom {
  const [view, onView] = useState(fitted);
  const by = (factor: number) => () => onView(stepped(view, factor));
  const fit = (): void => onView(fitted);
  useCommands([
    { id: `dialog.${dialog}.in`, title: "Zoom in", keys: "+", run: by(zoomStep) },
    { id: `dialog.${dialog}.out`, title: "Zoom out", keys: "-", run: by(1 / zoomStep) },
    { id: `dialog.${dialog}.fit`, title: "Fit the image", keys: "0", run: fit },
  ]);
  return { view, onView };
}

export function ZoomButtons({ view, onView }: Zoom) {
  const by = (factor: number) => () => onView(stepped(view, factor));
  return (
    <div class="row tight-row" role="group" aria-label="Zoom">
      <IconButton icon="minus" name="Zoom out" disabled={view.scale <= 1} onClick={by(1 / zoomStep)} />
      <button
        type="button"
        class="button plain zoom-value"
        aria-label={`Fit the image; now ${percent(view)}`}
        onClick={() => onView(fitted)}
      >
        {percent(view)}
      </button>
      <IconButton icon="plus" name="Zoom in" onClick={by(zoomStep)} />
    </div>
  );
}
