// Undoes the compression of a small reply (RFC 9110 section 8.4), within a limit on what comes out.

import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { systemCode } from "@pictor/kernel/plugin";

const decoders = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

const isKnown = (name: string): name is keyof typeof decoders => Object.hasOwn(decoders, name);

/** What the body is, or why it cannot be had. */
export type Decoded = { readonly bytes: Uint8Array } | { readonly problem: string };

/** `maxBytes` counts after decompression. Encodings that were applied one over the other are not undone. */
export async function decoded(body: Uint8Array, encoding: string, maxBytes: number): Promise<Decoded> {
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity") return { bytes: body };
  if (!isKnown(name)) return { problem: "its content encoding is none of gzip, deflate and br" };
  try {
    return { bytes: await decoders[name](body, { maxOutputLength: maxBytes }) };
  } catch (error) {
    const isTooLarge = systemCode(error) === "ERR_BUFFER_TOO_LARGE";
    return {
      problem: isTooLarge ? `it has more than ${maxBytes} bytes` : "its compression is broken",
    };
  }
}
