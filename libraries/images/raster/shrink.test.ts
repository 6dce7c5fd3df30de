// Smaller images: their size, their colors, and what lies behind transparent pixels.
import { expect, it } from "vitest";
import type { RgbaImage } from "../codecs/byte-images.js";
import { shrinkImage } from "./shrink.js";

const imageOf = (
  width: number,
  height: number,
  pixelAt: (x: number, y: number) => readonly number[],
): RgbaImage => ({
  width,
  height,
  hasAlpha: true,
  rgba: Uint8Array.from(
    Array.from({ length: width * height }, (_, at) => [
      ...pixelAt(at % width, Math.floor(at / width)),
    ]).flat(),
  ),
});

it.each([
  [250, 125, 64, 64, 32],
  [125, 250, 64, 32, 64],
  [3000, 1, 256, 256, 1],
  [257, 256, 256, 256, 255],
])("%i x %i pixels become at most %i", (width, height, maxSide, newWidth, newHeight) => {
  const small = shrinkImage(
    imageOf(width, height, () => [10, 20, 30, 255]),
    maxSide,
  );
  expect([small.width, small.height]).toEqual([newWidth, newHeight]);
  expect(small.rgba.length).toBe(newWidth * newHeight * 4);
  expect([...small.rgba].every((value, at) => value === [10, 20, 30, 255][at % 4])).toBe(true);
});

it("an image that is small enough stays as it is", () => {
  const image = imageOf(256, 3, () => [1, 2, 3, 4]);
  expect(shrinkImage(image, 256)).toBe(image);
});

it("a pixel is the average of those under it", () => {
  const image = imageOf(4, 2, (x) => (x % 2 === 0 ? [0, 0, 0, 255] : [200, 100, 50, 255]));
  expect([...shrinkImage(image, 2).rgba]).toEqual([100, 50, 25, 255, 100, 50, 25, 255]);
});

it("the color of transparent pixels does not show", () => {
  const image = imageOf(2, 2, (x) => (x === 0 ? [255, 0, 0, 255] : [0, 0, 255, 0]));
  expect([...shrinkImage(image, 1).rgba]).toEqual([255, 0, 0, 128]);
  expect([
    ...shrinkImage(
      imageOf(2, 2, () => [9, 9, 9, 0]),
      1,
    ).rgba,
  ]).toEqual([0, 0, 0, 0]);
});
