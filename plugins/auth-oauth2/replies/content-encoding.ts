// Decompresses a small reply (RFC 9110 section 8.4) with a limit on the result.

import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { systemCode } from "@pictor/kernel/plugin";

const decoders = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

const isSupported = (encoding: string): encoding is keyof typeof decoders =>
  Object.hasOwn(decoders, encoding);

export type Decompressed = { readonly bytes: Uint8Array } | { readonly problem: string };

/** `encoding` is the value of the Content-Encoding header. Only a single encoding is supported. */
export async function decompress(
  body: Uint8Array,
  encoding: string,
  maxBytes: number,
): Promise<Decompressed> {
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity") return { bytes: body };
  if (!isSupported(name)) return { problem: "its content encoding is not gzip, deflate or br" };
  try {
    return { bytes: await decoders[name](body, { maxOutputLength: maxBytes }) };
  } catch (error) {
    const isTooLarge = systemCode(error) === "ERR_BUFFER_TOO_LARGE";
    return { problem: isTooLarge ? `it is larger than ${maxBytes} bytes` : "it cannot be decompressed" };
  }
}
