// A mask as the list of the user's steps, so that each step can be undone. A workflow makes the painted areas anew.

import type { Point, Size } from "./zoom.js";

export interface Dab extends Point {
  /** Width of the brush at this point, in pixels of the image. */
  readonly width: number;
}

export type Step =
  | { readonly kind: "brush" | "eraser"; readonly dabs: readonly Dab[] }
  | { readonly kind: "fill" | "clear" | "invert" };

export interface MaskHistory {
  readonly done: readonly Step[];
  /** Steps that were undone, the latest one last. */
  readonly undone: readonly Step[];
}

export const emptyHistory: MaskHistory = { done: [], undone: [] };

export const withStep = ({ done }: MaskHistory, step: Step): MaskHistory => ({
  done: [...done, step],
  undone: [],
});

function moved(from: readonly Step[], to: readonly Step[]): readonly [readonly Step[], readonly Step[]] {
  const step = from.at(-1);
  return step === undefined ? [from, to] : [from.slice(0, -1), [...to, step]];
}

export function undo({ done, undone }: MaskHistory): MaskHistory {
  const [left, taken] = moved(done, undone);
  return { done: left, undone: taken };
}

export function redo({ done, undone }: MaskHistory): MaskHistory {
  const [left, again] = moved(undone, done);
  return { done: again, undone: left };
}

const leastPressure = 0.15;

/** A lightly pressed pen paints a thin line; a mouse reports no pressure. */
export const widthOf = (size: number, pointerType: string, pressure: number): number =>
  pointerType === "pen" ? size * Math.max(leastPressure, Math.min(1, pressure)) : size;

const sizes = { least: 1, most: 1000, step: 1.25 };

/** The width of the brush after the key `[` or `]`. */
export function resized(size: number, direction: 1 | -1): number {
  const next = direction > 0 ? Math.max(size + 1, size * sizes.step) : Math.min(size - 1, size / sizes.step);
  return Math.max(sizes.least, Math.min(sizes.most, Math.round(next)));
}

interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** The rectangle of an image in a box that shows the whole image (`object-fit: contain`). */
export function containedIn(
  { left, top, width, height }: Box,
  image: Size,
): Box & { readonly scale: number } {
  const scale = Math.min(width / image.width, height / image.height);
  const own = { width: image.width * scale, height: image.height * scale };
  return { ...own, scale, left: left + (width - own.width) / 2, top: top + (height - own.height) / 2 };
}

/** The pixel of the image below a point of the screen. */
export function imagePoint(at: Point, box: Box, image: Size): Point {
  const { left, top, scale } = containedIn(box, image);
  return { x: (at.x - left) / scale, y: (at.y - top) / scale };
}

/** The members of a 2D canvas context that are used. */
export type Painter = Pick<
  CanvasRenderingContext2D,
  | "beginPath"
  | "moveTo"
  | "lineTo"
  | "stroke"
  | "arc"
  | "fill"
  | "fillRect"
  | "clearRect"
  | "globalCompositeOperation"
  | "lineWidth"
  | "lineCap"
  | "lineJoin"
>;

/** Paints the line between two dabs; a single dab is a dot. */
export function paintLine(to: Painter, kind: "brush" | "eraser", from: Dab, end: Dab): void {
  to.globalCompositeOperation = kind === "brush" ? "source-over" : "destination-out";
  if (from.x === end.x && from.y === end.y) {
    // A canvas draws no line of length 0, so a dot is drawn as a circle.
    to.beginPath();
    to.arc(end.x, end.y, end.width / 2, 0, 2 * Math.PI);
    to.fill();
    return;
  }
  to.lineCap = "round";
  to.lineJoin = "round";
  to.lineWidth = (from.width + end.width) / 2;
  to.beginPath();
  to.moveTo(from.x, from.y);
  to.lineTo(end.x, end.y);
  to.stroke();
}

export function paintStep(to: Painter, step: Step, { width, height }: Size): void {
  if (step.kind === "brush" || step.kind === "eraser") {
    const { kind, dabs } = step;
    dabs.forEach((dab, index) => paintLine(to, kind, dabs[Math.max(0, index - 1)] ?? dab, dab));
  } else if (step.kind === "clear") to.clearRect(0, 0, width, height);
  else {
    // `xor` inverts the mask: painted areas become empty, and empty areas become painted.
    to.globalCompositeOperation = step.kind === "fill" ? "source-over" : "xor";
    to.fillRect(0, 0, width, height);
  }
}
