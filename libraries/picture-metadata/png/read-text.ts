// Texts out of PNG chunks (PNG specification, third edition, section 11.3.3), compressed or not.

import { inflateSync } from "node:zlib";
import type { Collector } from "../collector.js";
import { latinText } from "./latin.js";

const utf8 = new TextDecoder("utf-8");

/** Up to the next NUL from `at` on; undefined where there is none. */
function upToNul(data: Uint8Array, at: number): Uint8Array | undefined {
  const end = data.indexOf(0, at);
  return end < 0 ? undefined : data.subarray(at, end);
}

/** A few kilobytes can unfold to gigabytes: never more is unfolded than there is room for. */
function inflated(data: Uint8Array, collector: Collector): Uint8Array | undefined {
  const most = collector.left();
  try {
    return inflateSync(data, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    const isTooLong = error instanceof RangeError;
    if (isTooLong) collector.reserve(most + 1);
    else collector.note("A compressed text is damaged and was left out.");
    return undefined;
  }
}

interface Parts {
  readonly data: Uint8Array;
  readonly isCompressed: boolean;
  readonly decode: (data: Uint8Array) => string;
}

/** What stands behind a keyword that ends at `at`. */
function partsOf(type: string, data: Uint8Array, at: number): Parts | undefined {
  if (type === "tEXt") return { data: data.subarray(at), isCompressed: false, decode: latinText };
  // One byte for the method of compression.
  if (type === "zTXt") return { data: data.subarray(at + 1), isCompressed: true, decode: latinText };
  // Flag and method of compression, language, translated keyword.
  const language = upToNul(data, at + 2);
  if (language === undefined) return undefined;
  const translated = upToNul(data, at + 2 + language.length + 1);
  if (translated === undefined) return undefined;
  const start = at + 2 + language.length + 1 + translated.length + 1;
  return { data: data.subarray(start), isCompressed: data[at] === 1, decode: (text) => utf8.decode(text) };
}

/** Reads the data of a tEXt, zTXt or iTXt chunk. */
export function readText(type: string, data: Uint8Array, collector: Collector): void {
  const keyword = upToNul(data, 0);
  const parts = keyword === undefined ? undefined : partsOf(type, data, keyword.length + 1);
  if (keyword === undefined || parts === undefined) {
    collector.note(`A ${type} chunk has no keyword and was left out.`);
    return;
  }
  const bytes = parts.isCompressed ? inflated(parts.data, collector) : parts.data;
  if (bytes === undefined || !collector.reserve(bytes.length)) return;
  collector.add(Buffer.from(keyword).toString("latin1"), parts.decode(bytes));
}
