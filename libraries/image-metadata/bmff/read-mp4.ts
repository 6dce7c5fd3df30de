// Reads an MP4: the size of its picture, and its tags by name.

import { boxesIn, boxesOfMeta, findBox, type Box, type Size } from "@pictor/images/formats";
import type { ByteReader } from "../base/byte-reader.js";
import { maxElements, maxHeadBytes, tooManyElements } from "../base/limits.js";
import type { TextCollector } from "../base/text-collector.js";
import { readBoxHeader } from "./boxes.js";

/** Boxes that hold those that are read. */
const containers = new Set(["moov", "trak", "udta"]);
const maxHeaderBytes = 1024;

/** Names of tags that iTunes has, as ffmpeg calls them. */
const tagNames: Readonly<Record<string, string>> = {
  "\u00a9cmt": "comment",
  "\u00a9des": "description",
  "\u00a9nam": "title",
  "\u00a9too": "encoder",
  desc: "description",
};

/** The names of the box `keys`: entries of a length, a namespace of four letters, and the name. */
function keysIn(keys: Buffer | undefined): readonly string[] {
  return boxesIn(keys?.subarray(8) ?? Buffer.alloc(0)).map(({ data }) => data.toString("utf8"));
}

function nameOf({ type, data }: Box, keys: readonly string[]): string | undefined {
  if (type === "----") return findBox(boxesIn(data), "name")?.toString("utf8", 4);
  return tagNames[type] ?? keys[Buffer.from(type, "latin1").readUInt32BE(0) - 1];
}

function collectTags(meta: Buffer, collector: TextCollector): void {
  const boxes = boxesOfMeta(meta);
  const keys = keysIn(findBox(boxes, "keys"));
  for (const tag of boxesIn(findBox(boxes, "ilst") ?? Buffer.alloc(0))) {
    const name = nameOf(tag, keys);
    // The value follows its type and its locale.
    const value = findBox(boxesIn(tag.data), "data")?.subarray(8);
    if (name === undefined || value === undefined || value.length === 0) continue;
    if (!collector.reserve(value.length)) return;
    collector.add(name, value.toString("utf8"));
  }
}

/** The size of a track in pixels: the last two fields of `tkhd`, of 16 bits before and after the point. */
function trackSize(tkhd: Buffer): Size | undefined {
  if (tkhd.length < 84) return undefined;
  const [width, height] = [tkhd.readUInt16BE(tkhd.length - 8), tkhd.readUInt16BE(tkhd.length - 4)];
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** Returns the size; undefined for a file without a picture. Skips everything else. */
export async function readMp4(reader: ByteReader, collector: TextCollector): Promise<Size | undefined> {
  let size: Size | undefined;
  for (let count = 0; ; count++) {
    if (count === maxElements) {
      collector.note(tooManyElements);
      return size;
    }
    const header = await readBoxHeader(reader);
    if (header === undefined) return size;
    const { type, length } = header;
    if (containers.has(type)) continue;
    const limit = type === "meta" ? maxHeadBytes : type === "tkhd" ? maxHeaderBytes : 0;
    if (length > limit) {
      if (limit > 0) collector.note(`Its box ${type} has more than ${limit} bytes and was left out.`);
      if ((await reader.skip(length)) < length && length !== Infinity)
        collector.note("It is damaged: it ends inside a box.");
      continue;
    }
    const data = Buffer.from(await reader.take(length));
    if (type === "meta") collectTags(data, collector);
    else if (type === "tkhd") size ??= trackSize(data);
  }
}
