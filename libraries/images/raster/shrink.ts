// Makes images smaller, for thumbnails: each new pixel is the average of the pixels that it covers. Needs no more
// memory than the result.
import type { RgbaImage } from "../codecs/byte-images.js";

/** For each new pixel of an axis, the range of the pixels that it covers: the first, and the one after the last. */
const spansOf = (from: number, to: number): readonly (readonly [first: number, end: number])[] =>
  Array.from({ length: to }, (_, i) => [Math.floor((i * from) / to), Math.ceil(((i + 1) * from) / to)]);

/**
 * The image with at most `maxSide` pixels in width and in height, in its proportions; a smaller image is returned
 * unchanged.
 */
export function shrinkImage(image: RgbaImage, maxSide: number): RgbaImage {
  const scale = maxSide / Math.max(image.width, image.height);
  if (scale >= 1) return image;
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const columns = spansOf(image.width, width);
  const rgba = new Uint8Array(width * height * 4);
  let to = 0;
  for (const [top, bottom] of spansOf(image.height, height)) {
    for (const [left, right] of columns) {
      averageInto(rgba, to, image, [left, top, right, bottom]);
      to += 4;
    }
  }
  return { width, height, rgba, hasAlpha: image.hasAlpha };
}

/** Colors are weighted by their opacity, so that the color of transparent pixels is not visible. */
function averageInto(
  target: Uint8Array,
  to: number,
  { width, rgba }: RgbaImage,
  [left, top, right, bottom]: readonly [left: number, top: number, right: number, bottom: number],
): void {
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    const end = (y * width + right) * 4;
    for (let at = (y * width + left) * 4; at < end; at += 4) {
      const alpha = rgba[at + 3] as number;
      red += (rgba[at] as number) * alpha;
      green += (rgba[at + 1] as number) * alpha;
      blue += (rgba[at + 2] as number) * alpha;
      opacity += alpha;
    }
  }
  if (opacity === 0) return;
  target[to] = Math.round(red / opacity);
  target[to + 1] = Math.round(green / opacity);
  target[to + 2] = Math.round(blue / opacity);
  target[to + 3] = Math.round(opacity / ((right - left) * (bottom - top)));
}
