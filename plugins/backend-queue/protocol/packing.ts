// Writes records for Redis and for the store: JSON with exact integers, compressed. Pure.

import { deflateRawSync } from "node:zlib";
import { Inflater } from "@pictor/inflate";
import { parseJson, stringifyJson } from "@pictor/kernel/plugin";

/** More than any record of a prompt or any catalog has; a catalog repeats much. */
const limits = { maxBytes: 256 * 1024 ** 2, maxRatio: 200, freeBytes: 16 * 1024 ** 2 };

export const pack = (value: unknown): Buffer => deflateRawSync(Buffer.from(stringifyJson(value)));

/** Throws if the bytes are not a packed record, or become too large. */
export function unpack(bytes: Uint8Array): unknown {
  const inflated = new Inflater(limits).inflate(bytes, "raw");
  if (!("bytes" in inflated)) throw new TypeError(`the record is ${inflated.problem}`);
  return parseJson(Buffer.from(inflated.bytes).toString("utf8"));
}
