// Encodes JPEG files with MozJPEG as WebAssembly, and decodes them with jpeg-js, because MozJPEG accepts truncated files. Each is
// loaded at its first use.
import { createRequire } from "node:module";
import startEncoder from "@jsquash/jpeg/codec/enc/mozjpeg_enc.js";
import { defaultOptions } from "@jsquash/jpeg/meta.js";
import type * as JpegJs from "jpeg-js";
import type { RgbaImage } from "./byte-images.js";
import { startWasmCodec } from "./wasm-codec.js";

interface JpegEncoder {
  encode(rgba: Uint8Array, width: number, height: number, options: typeof defaultOptions): Uint8Array;
}

let encoder: JpegEncoder | undefined;

/** A sequential JPEG file with the quantization tables of the standard, as PIL writes it. */
const sequential = { ...defaultOptions, baseline: true, progressive: false, quant_table: 0 };

/** Quality 1 to 100; the default is 95, as in the previews of a real server. The alpha channel is dropped. */
export function encodeJpeg({ width, height, rgba }: Omit<RgbaImage, "hasAlpha">, quality = 95): Buffer {
  encoder ??= startWasmCodec(startEncoder, "@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm") as JpegEncoder;
  return Buffer.from(encoder.encode(rgba, width, height, { ...sequential, quality: Math.max(1, quality) }));
}

const load = createRequire(import.meta.url);
const decoder = (): typeof JpegJs => load("jpeg-js") as typeof JpegJs;

const MAX_MEMORY_MEGABYTES = 4096;
/** The most bytes that jpeg-js needs for a pixel: coefficients and lines of three components, and the result. */
const PIXEL_BYTES = 20;

/** Ignores the EXIF orientation. Throws an error of jpeg-js for a broken file or one with more than `maxPixels`. */
export function decodeJpegBytes(file: Buffer, maxPixels: number): Omit<RgbaImage, "hasAlpha"> {
  const { width, height, data } = decoder().decode(file, {
    useTArray: true,
    maxResolutionInMP: maxPixels / 1e6,
    maxMemoryUsageInMB: Math.min(MAX_MEMORY_MEGABYTES, Math.ceil((maxPixels * PIXEL_BYTES) / 1e6) + 16),
  });
  return { width, height, rgba: data };
}
