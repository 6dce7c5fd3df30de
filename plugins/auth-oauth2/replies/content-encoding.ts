// Decompresses a small reply (RFC 9110 section 8.4) with a limit on the result.

import { Inflater, type Coding } from "@pictor/inflate";

const codings: ReadonlyMap<string, Coding> = new Map([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "zlib"],
  ["br", "br"],
]);

export type Decompressed = { readonly bytes: Uint8Array } | { readonly problem: string };

/** `encoding` is the value of the Content-Encoding header. Only a single encoding is supported. */
export function decompress(body: Uint8Array, encoding: string, maxBytes: number): Decompressed {
  const name = encoding.trim().toLowerCase();
  if (name === "" || name === "identity") return { bytes: body };
  const coding = codings.get(name);
  if (coding === undefined) return { problem: "its content encoding is not gzip, deflate or br" };
  // The limit of a reply is so small that any ratio is harmless.
  const inflated = new Inflater({ maxBytes }).inflate(body, coding);
  if ("bytes" in inflated) return inflated;
  return {
    problem:
      inflated.problem === "too large"
        ? `it is larger than ${inflated.maxBytes} bytes`
        : "it cannot be decompressed",
  };
}
