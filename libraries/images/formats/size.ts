// The size of an image, and what an EXIF orientation does to it.

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of the stored pixels, and how they become the upright image. */
export interface OrientedSize {
  readonly size: Size;
  /** The EXIF orientation, 1 (upright) to 8. */
  readonly orientation: number;
}

/** The most pixels of a side that any of the formats can declare. */
const maxSide = 2 ** 31 - 1;

/** The size, or the end of a sentence about a side that is 0 or larger than every format allows. */
export const checkedSize = (width: number, height: number): Size | string =>
  [width, height].every((side) => side > 0 && side <= maxSide)
    ? { width, height }
    : `it declares a size of ${width} x ${height} pixels`;

/** The size of the image after its rotation: the orientations 5 to 8 swap width and height. */
export const uprightSize = ({ width, height }: Size, orientation: number): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

/** The size with its orientation, or the end of a sentence as it is. */
export const oriented = (size: Size | string, orientation = 1): OrientedSize | string =>
  typeof size === "string" ? size : { size, orientation };
