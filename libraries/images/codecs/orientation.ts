// Applies an EXIF orientation (1 to 8) to the pixels of an image.
import type { RgbaImage } from "./byte-images.js";

/** Rotates and mirrors the image so that it is upright. */
export function applyOrientation(image: RgbaImage, orientation: number): RgbaImage {
  if (orientation === 1) return image;
  const { width, height, rgba } = image;
  const turned = orientation >= 5;
  const [newWidth, newHeight] = turned ? [height, width] : [width, height];
  const from = new Uint32Array(rgba.buffer.slice(rgba.byteOffset, rgba.byteOffset + rgba.byteLength));
  const to = new Uint32Array(from.length);
  for (let y = 0; y < newHeight; y += 1) {
    for (let x = 0; x < newWidth; x += 1) {
      const [u, v] = turned ? [y, x] : [x, y];
      const mirrorX = [2, 3, 7, 8].includes(orientation);
      const mirrorY = [3, 4, 6, 7].includes(orientation);
      const sourceX = mirrorX ? width - 1 - u : u;
      const sourceY = mirrorY ? height - 1 - v : v;
      to[y * newWidth + x] = from[sourceY * width + sourceX] as number;
    }
  }
  return { ...image, width: newWidth, height: newHeight, rgba: new Uint8Array(to.buffer) };
}
