// Writes records for Redis and for the store: JSON with exact integers, compressed. Pure.

import { deflateRawSync, inflateRawSync } from "node:zlib";
import { parseJson, stringifyJson } from "@pictor/kernel/plugin";

/** More than any record of a prompt or any catalog has. */
const longest = 256 * 1024 * 1024;

export const pack = (value: unknown): Buffer => deflateRawSync(Buffer.from(stringifyJson(value)));

/** Throws if the bytes are not a packed record. */
export const unpack = (bytes: Uint8Array): unknown =>
  parseJson(inflateRawSync(bytes, { maxOutputLength: longest }).toString("utf8"));
