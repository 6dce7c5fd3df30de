// Reads a WebM: the size of its picture, and its tags by name (Matroska, RFC 9559).

import type { ByteReader } from "../base/byte-reader.js";
import type { Size } from "../base/image-header.js";
import { maxElements, maxHeadBytes, tooManyElements } from "../base/limits.js";
import type { TextCollector } from "../base/text-collector.js";

const id = {
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  tags: 0x1254c367,
  tag: 0x7373,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagString: 0x4487,
} as const;

/** Elements whose content is read as elements. A cluster is skipped, unless its length is unknown. */
const containers = new Set<number>([
  id.segment,
  id.tracks,
  id.trackEntry,
  id.video,
  id.tags,
  id.tag,
  id.simpleTag,
]);
const values = new Set<number>([id.pixelWidth, id.pixelHeight, id.tagName, id.tagString]);

/** A number whose first byte has as many leading zeros as further bytes (RFC 8794, section 4); undefined at the end. */
async function readNumber(
  reader: ByteReader,
  keepsMarker: boolean,
): Promise<{ readonly value: number; readonly isUnknown: boolean } | undefined> {
  const [first] = await reader.take(1);
  if (first === undefined || first === 0) return undefined;
  const more = Math.clz32(first) - 24;
  const rest = await reader.take(more);
  if (rest.length < more) return undefined;
  const marker = 0x80 >> more;
  const bytes = [keepsMarker ? first : first & ~marker, ...rest];
  return {
    value: bytes.reduce((sum, byte) => sum * 256 + byte, 0),
    isUnknown: (first | marker) === (marker | (marker - 1)) && rest.every((byte) => byte === 0xff),
  };
}

const unsigned = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

/** Names are in capitals; those of ComfyUI's texts are the ones of its images. */
const keywordOf = (name: string): string =>
  /^(prompt|workflow|comment|parameters)$/i.test(name) ? name.toLowerCase() : name;

/** Returns the size; undefined for a file without a picture. Skips pictures and sound. */
export async function readWebm(reader: ByteReader, collector: TextCollector): Promise<Size | undefined> {
  let [width, height, name] = [0, 0, ""];
  for (let count = 0; ; count++) {
    if (count === maxElements) {
      collector.note(tooManyElements);
      break;
    }
    const element = await readNumber(reader, true);
    const length = element && (await readNumber(reader, false));
    if (element === undefined || length === undefined) break;
    if (containers.has(element.value) || (element.value === id.cluster && length.isUnknown)) continue;
    if (length.isUnknown) break;
    const isRead = values.has(element.value);
    if (!isRead || length.value > maxHeadBytes) {
      if (isRead) collector.note(`A text of more than ${maxHeadBytes} bytes was left out.`);
      if ((await reader.skip(length.value)) < length.value) {
        collector.note("It is damaged: it ends inside an element.");
        break;
      }
      continue;
    }
    const data = await reader.take(length.value);
    if (element.value === id.pixelWidth) width ||= unsigned(data.subarray(0, 4));
    else if (element.value === id.pixelHeight) height ||= unsigned(data.subarray(0, 4));
    else if (element.value === id.tagName) name = Buffer.from(data).toString("utf8");
    else if (!collector.reserve(data.length)) break;
    else
      collector.add(
        keywordOf(name),
        Buffer.from(data)
          .toString("utf8")
          .replace(/(?<!\0)\0+$/, ""),
      );
  }
  return width > 0 && height > 0 ? { width, height } : undefined;
}
