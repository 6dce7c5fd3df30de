// The zoom of an image in its frame. The origin is the center of the frame.

export interface ZoomView {
  /** The scale; 1 fits the image into the frame. */
  readonly scale: number;
  /** The offset of the image in CSS pixels. */
  readonly x: number;
  readonly y: number;
}

/** The zoom of an image in a dialog. */
export interface Zoom {
  readonly view: ZoomView;
  readonly onView: (view: ZoomView) => void;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const fitted: ZoomView = { scale: 1, x: 0, y: 0 };
const maxScale = 16;

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

/** Limits the offset so that the image fills the frame in both directions. */
function bounded({ scale, x, y }: ZoomView, { width, height }: Size): ZoomView {
  const restX = (width * (scale - 1)) / 2;
  const restY = (height * (scale - 1)) / 2;
  // Adding 0 changes -0 to 0.
  return { scale, x: between(-restX, x, restX) + 0, y: between(-restY, y, restY) + 0 };
}

/** Zooms by a factor. The point `at`, relative to the center of the frame, stays in place. */
export function zoomed(view: ZoomView, factor: number, at: Point, frame: Size): ZoomView {
  const scale = between(1, view.scale * factor, maxScale);
  const ratio = scale / view.scale;
  return bounded({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, frame);
}

export const panned = (view: ZoomView, by: Point, frame: Size): ZoomView =>
  bounded({ ...view, x: view.x + by.x, y: view.y + by.y }, frame);

/** The value of the CSS property `transform`. */
export const transformOf = ({ scale, x, y }: ZoomView): string => `translate(${x}px, ${y}px) scale(${scale})`;

export const percent = ({ scale }: ZoomView): string => `${Math.round(scale * 100)} %`;
