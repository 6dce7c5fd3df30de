// Starts the codecs of jSquash, which are WebAssembly modules with an Emscripten factory, synchronously.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The members of the WebAssembly API that this file uses. The types of Node 20 do not declare them. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}
const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi }).WebAssembly;

/**
 * Compiles the WebAssembly file, such as `@jsquash/webp/codec/dec/webp_dec.wasm`, and passes it to the factory, which would
 * otherwise fetch it asynchronously. Returns the module object, to which the factory has added the functions of the codec.
 */
export function startWasmCodec(factory: unknown, wasmFile: string): object {
  const module = new Module(readFileSync(createRequire(import.meta.url).resolve(wasmFile)));
  const codec = {
    noInitialRun: true,
    instantiateWasm(imports: object, done: (instance: object) => void) {
      const instance = new Instance(module, imports);
      done(instance);
      return instance.exports;
    },
  };
  // The cast is necessary because the types of the packages refer to browser globals.
  (factory as (codec: object) => unknown)(codec);
  return codec;
}
