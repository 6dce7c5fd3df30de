// Decodes the text chunks of a PNG (PNG specification, third edition, section 11.3.3), compressed or not.

import type { TextCollector } from "../base/text-collector.js";
import { decodeLatin1OrUtf8 } from "./latin1-text.js";

const utf8 = new TextDecoder("utf-8");

/** The bytes from `at` up to the next NUL; undefined when no NUL follows. */
function bytesUntilNul(data: Uint8Array, at: number): Uint8Array | undefined {
  const end = data.indexOf(0, at);
  return end < 0 ? undefined : data.subarray(at, end);
}

/** The decompressed text; undefined if it was left out, which a note says. */
function inflate(keyword: string, data: Uint8Array, collector: TextCollector): Uint8Array | undefined {
  const inflated = collector.inflater.inflate(data, "zlib");
  if ("bytes" in inflated) return inflated.bytes;
  if (inflated.problem === "damaged") collector.note("A compressed text is damaged and was left out.");
  else
    collector.note(
      `The compressed text "${keyword.slice(0, 79)}" becomes larger than ${inflated.maxBytes} bytes and was left out.`,
    );
  return undefined;
}

interface EncodedText {
  readonly data: Uint8Array;
  readonly isCompressed: boolean;
  readonly decode: (data: Uint8Array) => string;
}

/** The encoded text of a chunk whose keyword ends before `at`; undefined when the chunk is malformed. */
function encodedTextOf(type: string, data: Uint8Array, at: number): EncodedText | undefined {
  if (type === "tEXt") return { data: data.subarray(at), isCompressed: false, decode: decodeLatin1OrUtf8 };
  // zTXt has a byte for the compression method in front of the text.
  if (type === "zTXt") return { data: data.subarray(at + 1), isCompressed: true, decode: decodeLatin1OrUtf8 };
  // iTXt has a compression flag, a compression method, a language tag and a translated keyword in front of the text.
  const language = bytesUntilNul(data, at + 2);
  if (language === undefined) return undefined;
  const translatedKeyword = bytesUntilNul(data, at + 2 + language.length + 1);
  if (translatedKeyword === undefined) return undefined;
  const start = at + 2 + language.length + 1 + translatedKeyword.length + 1;
  return { data: data.subarray(start), isCompressed: data[at] === 1, decode: (text) => utf8.decode(text) };
}

/** Adds the text of a tEXt, zTXt or iTXt chunk to the collector. */
export function collectTextChunk(type: string, data: Uint8Array, collector: TextCollector): void {
  const keyword = bytesUntilNul(data, 0);
  const text = keyword === undefined ? undefined : encodedTextOf(type, data, keyword.length + 1);
  if (keyword === undefined || text === undefined) {
    collector.note(`A ${type} chunk is malformed and was left out.`);
    return;
  }
  const name = Buffer.from(keyword).toString("latin1");
  const bytes = text.isCompressed ? inflate(name, text.data, collector) : text.data;
  if (bytes === undefined || !collector.reserve(bytes.length)) return;
  collector.add(name, text.decode(bytes));
}
