// The WebP codec: libwebp as WebAssembly, compiled and started at its first use, so that calls need no waiting.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import startDecoder from "@jsquash/webp/codec/dec/webp_dec.js";
import startEncoder from "@jsquash/webp/codec/enc/webp_enc_simd.js";
import { defaultOptions } from "@jsquash/webp/meta.js";

type WebpOptions = Readonly<Record<keyof typeof defaultOptions, number>>;

export interface WebpCodec {
  /** Null when the bytes are no WebP image. */
  decode(file: Uint8Array): { width: number; height: number; data: Uint8ClampedArray } | null;
  encode(rgba: Uint8Array, width: number, height: number, options: WebpOptions): Uint8Array | null;
}

export const webpDefaults: WebpOptions = defaultOptions;

/** WebAssembly as far as it is used here; the types for Node 20 leave it out. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}
const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;

/** What a start function fills with its functions; the package's own types name browser globals. */
type Started = Partial<WebpCodec> & {
  readonly noInitialRun: true;
  readonly instantiateWasm: (imports: object, done: (instance: object) => void) => object;
};

let decoder: WebpCodec["decode"] | undefined;
let encoder: WebpCodec["encode"] | undefined;

export const decodeWebpBytes: WebpCodec["decode"] = (file) => {
  decoder ??= started(startDecoder, "dec/webp_dec.wasm").decode;
  if (!decoder) throw new Error("The WebP decoder did not start");
  return decoder(file);
};

export const encodeWebpBytes: WebpCodec["encode"] = (...image) => {
  encoder ??= started(startEncoder, "enc/webp_enc_simd.wasm").encode;
  if (!encoder) throw new Error("The WebP encoder did not start");
  return encoder(...image);
};

/** The module is compiled here and handed over, so its start does not wait for anything and never fetches. */
function started(start: unknown, file: string): Started {
  const path = createRequire(import.meta.url).resolve(`@jsquash/webp/codec/${file}`);
  const module = new Module(readFileSync(path));
  const codec: Started = {
    noInitialRun: true,
    instantiateWasm(imports, done) {
      const instance = new Instance(module, imports);
      done(instance);
      return instance.exports;
    },
  };
  (start as (codec: Started) => unknown)(codec);
  return codec;
}
