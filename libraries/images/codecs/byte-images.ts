// The one form in which decoded files travel: 8 bits for each of red, green, blue and alpha.

/** An image of bytes; four of them for each pixel, rows from the top, alpha not premultiplied. */
export interface RgbaImage {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
  /** False: the file knows no alpha, and every alpha here is 255. */
  readonly hasAlpha: boolean;
}

/** An image of bytes; `pixels` has 3 bytes per pixel, rows from the top. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** The bytes cannot be read as an image. */
export class UnreadableImageError extends Error {
  override readonly name: string = "UnreadableImageError";
}

/** They are not even the beginning of one. */
export class UnidentifiedImageError extends UnreadableImageError {
  override readonly name = "UnidentifiedImageError";
}

/** Red, green and blue without the alpha, three bytes for each pixel. */
export function rgbBytes({ width, height, rgba }: RgbaImage): Uint8Array {
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] as number;
    rgb[to + 1] = rgba[from + 1] as number;
    rgb[to + 2] = rgba[from + 2] as number;
  }
  return rgb;
}

/** Opaque pixels from three bytes each. */
export function opaqueImage(width: number, height: number, rgb: Uint8Array): RgbaImage {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from] as number;
    rgba[to + 1] = rgb[from + 1] as number;
    rgba[to + 2] = rgb[from + 2] as number;
  }
  return { width, height, rgba, hasAlpha: false };
}
