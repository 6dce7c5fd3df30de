// The image with its mask above, on which the user paints with mouse, pen, finger or keys.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { contextOf } from "./mask-canvas.js";
import {
  containedIn,
  imagePoint,
  paintLine,
  paintStep,
  widthOf,
  type Dab,
  type Step,
} from "./mask-strokes.js";
import type { Point, Size, Zoom } from "./zoom.js";
import { Zoomable } from "./zoomable.js";

interface MaskSurfaceProps {
  /** Address of the image. */
  readonly address: string;
  readonly size: Size;
  /** The mask before the first step. */
  readonly base?: HTMLCanvasElement;
  readonly steps: readonly Step[];
  readonly tool: "brush" | "eraser";
  readonly width: number;
  readonly zoom: Zoom;
  readonly onStep: (step: Step) => void;
  readonly onCanvas: (canvas: HTMLCanvasElement) => void;
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const largeStep = 4;

export function MaskSurface(props: MaskSurfaceProps) {
  const { address, size, base, steps, tool, width, zoom, onStep, onCanvas } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const stroke = useRef<readonly Dab[] | undefined>(undefined);
  /** The step that is on the canvas already, because the canvas was painted while the user drew. */
  const painted = useRef<Step | undefined>(undefined);
  /** Counts the strokes that were abandoned and must be removed from the canvas. */
  const [turn, setTurn] = useState(0);
  const [brush, setBrush] = useState<Point & { readonly width: number }>();
  useEffect(() => {
    if (canvas.current !== null) onCanvas(canvas.current);
  }, []);
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    const isPainted = painted.current !== undefined && painted.current === steps.at(-1);
    painted.current = undefined;
    if (isPainted) return;
    const context = contextOf(canvas.current);
    context.globalCompositeOperation = "source-over";
    context.clearRect(0, 0, size.width, size.height);
    if (base !== undefined) context.drawImage(base, 0, 0);
    for (const step of steps) paintStep(context, step, size);
  }, [steps, turn]);

  const dabOf = (event: PointerEvent): Dab => {
    const box = canvas.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 };
    const point = imagePoint({ x: event.clientX, y: event.clientY }, box, size);
    return { ...point, width: widthOf(width, event.pointerType, event.pressure) };
  };
  const add = (dab: Dab): void => {
    const before = stroke.current ?? [];
    stroke.current = [...before, dab];
    if (canvas.current !== null) paintLine(contextOf(canvas.current), tool, before.at(-1) ?? dab, dab);
  };
  const finish = (): void => {
    const dabs = stroke.current;
    stroke.current = undefined;
    if (dabs === undefined) return;
    const step = { kind: tool, dabs };
    painted.current = step;
    onStep(step);
  };
  const showBrush = (at: Point): void => {
    const { clientWidth: boxWidth = 1, clientHeight: boxHeight = 1 } = stage.current ?? {};
    const { left, top, scale } = containedIn({ left: 0, top: 0, width: boxWidth, height: boxHeight }, size);
    setBrush({ x: left + at.x * scale, y: top + at.y * scale, width: width * scale });
    place.current = at;
  };
  const place = useRef<Point>({ x: size.width / 2, y: size.height / 2 });
  useEffect(() => {
    if (brush !== undefined) showBrush(place.current);
  }, [width]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = arrows[event.key];
    if (arrow !== undefined) {
      event.preventDefault();
      const by = Math.max(1, width / 4) * (event.shiftKey ? largeStep : 1);
      const { x, y } = place.current;
      showBrush({
        x: Math.max(0, Math.min(size.width, x + arrow.x * by)),
        y: Math.max(0, Math.min(size.height, y + arrow.y * by)),
      });
    } else if (event.key === " ") {
      event.preventDefault();
      add({ ...place.current, width });
      finish();
      showBrush(place.current);
    }
  };
  return (
    <div class="viewer-stage" ref={stage}>
      <Zoomable {...zoom} isPainting>
        <img class="contained" alt="" src={address} draggable={false} />
        <canvas
          ref={canvas}
          class="layer contained mask-canvas"
          width={size.width}
          height={size.height}
          role="application"
          tabIndex={0}
          aria-label="Mask. The arrow keys move the brush, Space paints."
          onKeyDown={onKeyDown}
          onFocus={() => {
            if (canvas.current?.matches(":focus-visible") === true) showBrush(place.current);
          }}
          onBlur={() => setBrush(undefined)}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            if (!event.isPrimary) {
              // A second finger zooms. The stroke that the first finger has begun is abandoned.
              stroke.current = undefined;
              setTurn((turn) => turn + 1);
              return;
            }
            canvas.current?.setPointerCapture(event.pointerId);
            add(dabOf(event));
          }}
          onPointerMove={(event) => {
            showBrush(dabOf(event));
            if (stroke.current === undefined || !event.isPrimary) return;
            const all = event.getCoalescedEvents();
            for (const each of all.length === 0 ? [event] : all) add(dabOf(each));
          }}
          onPointerUp={finish}
          onPointerCancel={finish}
          onPointerLeave={() => {
            if (stroke.current === undefined) setBrush(undefined);
          }}
        />
        {brush !== undefined && (
          <span
            class="mask-brush"
            style={{
              left: `${brush.x}px`,
              top: `${brush.y}px`,
              width: `${brush.width}px`,
              height: `${brush.width}px`,
            }}
          />
        )}
      </Zoomable>
    </div>
  );
}
