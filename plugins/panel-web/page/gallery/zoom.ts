// How an image is seen in its frame: fitted, or larger and moved. The origin is the centre of the frame.

export interface ZoomView {
  /** 1 fits the image into the frame. */
  readonly scale: number;
  /** How far the image is moved, in CSS pixels. */
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
}

export const fitted: ZoomView = { scale: 1, x: 0, y: 0 };
const maxScale = 16;

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

/** Keeps the frame filled in both directions. */
function bounded({ scale, x, y }: ZoomView, { width, height }: Frame): ZoomView {
  const restX = (width * (scale - 1)) / 2;
  const restY = (height * (scale - 1)) / 2;
  // `+ 0` makes 0 of -0.
  return { scale, x: between(-restX, x, restX) + 0, y: between(-restY, y, restY) + 0 };
}

/** Larger by a factor; what is at a point, from the centre of the frame, stays there. */
export function zoomed(view: ZoomView, factor: number, at: Point, frame: Frame): ZoomView {
  const scale = between(1, view.scale * factor, maxScale);
  const ratio = scale / view.scale;
  return bounded({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, frame);
}

export const panned = (view: ZoomView, by: Point, frame: Frame): ZoomView =>
  bounded({ ...view, x: view.x + by.x, y: view.y + by.y }, frame);

/** The value of the CSS property `transform`. */
export const transformOf = ({ scale, x, y }: ZoomView): string => `translate(${x}px, ${y}px) scale(${scale})`;

export const percent = ({ scale }: ZoomView): string => `${Math.round(scale * 100)} %`;
