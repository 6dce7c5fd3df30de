// Encodes and decodes JPEG files with jpeg-js, which is loaded at its first use.
import { createRequire } from "node:module";
import type * as JpegJs from "jpeg-js";
import type { RgbaImage } from "./byte-images.js";

const load = createRequire(import.meta.url);
const codec = (): typeof JpegJs => load("jpeg-js") as typeof JpegJs;

const MAX_MEMORY_MEGABYTES = 4096;

/** Quality 1 to 100; the default is 95, as in the previews of a real server. The alpha channel is dropped. */
export function encodeJpeg({ width, height, rgba }: Omit<RgbaImage, "hasAlpha">, quality = 95): Buffer {
  return codec().encode({ width, height, data: rgba }, Math.max(1, quality)).data;
}

/** Ignores the EXIF orientation. Throws an error of jpeg-js for a broken file or one with more than `maxPixels`. */
export function decodeJpegBytes(file: Buffer, maxPixels: number): Omit<RgbaImage, "hasAlpha"> {
  const { width, height, data } = codec().decode(file, {
    useTArray: true,
    maxResolutionInMP: maxPixels / 1e6,
    maxMemoryUsageInMB: MAX_MEMORY_MEGABYTES,
  });
  return { width, height, rgba: data };
}
