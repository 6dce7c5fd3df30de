// The WebP codec: libwebp as WebAssembly, started at its first use.
import startDecoder from "@jsquash/webp/codec/dec/webp_dec.js";
import startEncoder from "@jsquash/webp/codec/enc/webp_enc_simd.js";
import { defaultOptions } from "@jsquash/webp/meta.js";
import { startWasmCodec } from "./wasm-codec.js";

type WebpOptions = Readonly<Record<keyof typeof defaultOptions, number>>;

interface WebpDecoder {
  /** Returns null when the bytes are not a WebP image. */
  decode(file: Uint8Array): { width: number; height: number; data: Uint8ClampedArray } | null;
}

interface WebpEncoder {
  encode(rgba: Uint8Array, width: number, height: number, options: WebpOptions): Uint8Array | null;
}

export const webpDefaults: WebpOptions = defaultOptions;

let decoder: WebpDecoder | undefined;
let encoder: WebpEncoder | undefined;

export const decodeWebpBytes: WebpDecoder["decode"] = (file) => {
  decoder ??= startWasmCodec(startDecoder, "@jsquash/webp/codec/dec/webp_dec.wasm") as WebpDecoder;
  return decoder.decode(file);
};

export const encodeWebpBytes: WebpEncoder["encode"] = (...image) => {
  encoder ??= startWasmCodec(startEncoder, "@jsquash/webp/codec/enc/webp_enc_simd.wasm") as WebpEncoder;
  return encoder.encode(...image);
};
