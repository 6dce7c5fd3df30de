// The WebP codec: libwebp as WebAssembly, compiled and instantiated synchronously at its first use.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import startDecoder from "@jsquash/webp/codec/dec/webp_dec.js";
import startEncoder from "@jsquash/webp/codec/enc/webp_enc_simd.js";
import { defaultOptions } from "@jsquash/webp/meta.js";

type WebpOptions = Readonly<Record<keyof typeof defaultOptions, number>>;

export interface WebpCodec {
  /** Returns null when the bytes are not a WebP image. */
  decode(file: Uint8Array): { width: number; height: number; data: Uint8ClampedArray } | null;
  encode(rgba: Uint8Array, width: number, height: number, options: WebpOptions): Uint8Array | null;
}

export const webpDefaults: WebpOptions = defaultOptions;

/** The part of the WebAssembly API used here; the types of Node 20 do not declare it. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}
const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;

/** The module object that an Emscripten factory fills. The types of the package refer to browser globals. */
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

/** Compiles the module synchronously and passes it to the factory, which would otherwise fetch it. */
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
