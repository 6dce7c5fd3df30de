// Reads the comments of a FLAC, which hold the graphs of ComfyUI (RFC 9639, section 8).

import type { ByteReader } from "../base/byte-reader.js";
import type { TextCollector } from "../base/text-collector.js";

const vorbisComment = 4;

/** Texts `NAME=value`, each with its length in front, after the name of the program. */
function collectComments(data: Buffer, collector: TextCollector): void {
  const lengthAt = (at: number): number => (at + 4 <= data.length ? data.readUInt32LE(at) : 0);
  let at = 4 + lengthAt(0);
  const count = lengthAt(at);
  at += 4;
  for (let index = 0; index < count && at + 4 <= data.length; index++) {
    const length = lengthAt(at);
    const text = data.toString("utf8", at + 4, at + 4 + length);
    at += 4 + length;
    const separator = text.indexOf("=");
    if (!collector.reserve(length)) return;
    if (separator > 0) collector.add(text.slice(0, separator).toLowerCase(), text.slice(separator + 1));
  }
}

/** Stops at the sound. A FLAC has no size, and no block of more than 16 MiB. */
export async function readFlac(reader: ByteReader, collector: TextCollector): Promise<undefined> {
  await reader.skip(4);
  for (;;) {
    const header = Buffer.from(await reader.take(4));
    if (header.length < 4) {
      collector.note("It is damaged: it ends before its audio data.");
      return;
    }
    const length = header.readUIntBE(1, 3);
    const kind = header.readUInt8(0);
    if ((kind & 0x7f) === vorbisComment) collectComments(Buffer.from(await reader.take(length)), collector);
    else await reader.skip(length);
    if (kind >= 0x80) return;
  }
}
