// Images with 8 bits per channel: the form that codecs read and write.

/** Four bytes per pixel, rows from top to bottom, alpha not premultiplied. */
export interface RgbaImage {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
  /** False: the file has no alpha channel, and every alpha value in `rgba` is 255. */
  readonly hasAlpha: boolean;
}

/** Three bytes per pixel, rows from top to bottom. */
export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** The bytes are not a complete, valid image file. */
export class ImageDecodeError extends Error {
  override readonly name: string = "ImageDecodeError";
}

/** The first bytes belong to no known image format. */
export class UnidentifiedImageError extends ImageDecodeError {
  override readonly name = "UnidentifiedImageError";
}

/** The red, green and blue of every pixel, three bytes each. */
export function rgbBytes({ width, height, rgba }: RgbaImage): Uint8Array {
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] as number;
    rgb[to + 1] = rgba[from + 1] as number;
    rgb[to + 2] = rgba[from + 2] as number;
  }
  return rgb;
}

/** An opaque image from three bytes per pixel. */
export function opaqueImage(width: number, height: number, rgb: Uint8Array): RgbaImage {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from] as number;
    rgba[to + 1] = rgb[from + 1] as number;
    rgba[to + 2] = rgb[from + 2] as number;
  }
  return { width, height, rgba, hasAlpha: false };
}
