// For tests: PNG files with real content of one gray value.

import { encodePng } from "@pictor/images";
import type { Size } from "@pictor/images/formats";

/** The bytes of a gray PNG of the given size in pixels. */
export const createGrayPng = ({ width, height }: Size): Buffer =>
  encodePng({ width, height, pixels: new Uint8Array(width * height * 3).fill(128) });
