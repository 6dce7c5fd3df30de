// Width and height as a pair: changes the aspect ratio and keeps the number of pixels, within the limits of the fields.
// Pure functions.

import type { NumberField } from "@pictor/client";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The common ratios of width to height. */
export const ratios: readonly (readonly [number, number])[] = [
  [1, 1],
  [4, 3],
  [3, 2],
  [16, 9],
  [21, 9],
  [3, 4],
  [2, 3],
  [9, 16],
];

export const ratioText = ([width, height]: readonly [number, number]): string => `${width}:${height}`;

const defaultStep = 8;
/** The tolerance for recognizing a ratio, because rounding to whole steps changes a ratio by a few percent. */
const tolerance = 0.04;

/** The common ratio of a size, if it has one. */
export const ratioOf = ({ width, height }: Size): readonly [number, number] | undefined =>
  ratios.find(([w, h]) => Math.abs((width * h) / (height * w) - 1) < tolerance);

function fitted(
  pixels: number,
  { multipleOf = defaultStep, minimum = multipleOf, maximum }: NumberField,
): number {
  const step = Math.max(1, multipleOf);
  const rounded = Math.round(pixels / step) * step;
  return Math.min(Math.max(rounded, minimum), maximum ?? Infinity);
}

/** Returns a size with another ratio and about as many pixels. */
export function withRatio(
  { width, height }: Size,
  [w, h]: readonly [number, number],
  fields: { readonly width: NumberField; readonly height: NumberField },
): Size {
  const unit = Math.sqrt((width * height) / (w * h));
  return { width: fitted(w * unit, fields.width), height: fitted(h * unit, fields.height) };
}
