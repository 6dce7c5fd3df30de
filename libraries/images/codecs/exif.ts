// Encodes graph metadata as EXIF data, as ComfyUI does: `prompt:...` in the tag Model (0x0110), other texts in Make (0x010f) and
// the tags below it.

const PROMPT_TAG = 0x0110;
const FIRST_OTHER_TAG = 0x010f;
const ASCII = 2;
const ENTRY_BYTES = 12;

/** A little-endian TIFF structure with one directory, for the EXIF chunk of a WebP file. */
export function encodeExifTexts(texts: Readonly<Record<string, string>>): Buffer {
  const others = Object.keys(texts).filter((keyword) => keyword !== "prompt");
  const fields = Object.entries(texts)
    .map(([keyword, text]) => {
      const tag = keyword === "prompt" ? PROMPT_TAG : FIRST_OTHER_TAG - others.indexOf(keyword);
      return { tag, data: Buffer.from(`${keyword}:${text}\0`, "latin1") };
    })
    .sort((a, b) => a.tag - b.tag);
  const head = Buffer.alloc(8 + 2 + fields.length * ENTRY_BYTES + 4);
  head.write("II*\0", 0, "latin1");
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(fields.length, 8);
  let offset = head.length;
  fields.forEach(({ tag, data }, i) => {
    const entry = 10 + i * ENTRY_BYTES;
    head.writeUInt16LE(tag, entry);
    head.writeUInt16LE(ASCII, entry + 2);
    head.writeUInt32LE(data.length, entry + 4);
    // Only values of up to four bytes would be stored in the entry itself. With their keywords, these texts are always longer.
    head.writeUInt32LE(offset, entry + 8);
    offset += data.length + (data.length % 2);
  });
  // A value begins at an even offset (TIFF 6.0, section 2).
  return Buffer.concat([head, ...fields.flatMap(({ data }) => [data, Buffer.alloc(data.length % 2)])]);
}
