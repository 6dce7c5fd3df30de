// Reads the tEXt chunks of PNG files.

/** Texts by keyword; empty for other formats. For a truncated file, the texts before its end. */
export function readPngTextChunks(file: Uint8Array): Record<string, string> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const texts: Record<string, string> = {};
  if (bytes.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n") return texts;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString("latin1", at + 4, at + 8) !== "tEXt") continue;
    const text = bytes.toString("latin1", at + 8, at + 8 + bytes.readUInt32BE(at));
    const end = text.indexOf("\0");
    if (end > 0) texts[text.slice(0, end)] = text.slice(end + 1);
  }
  return texts;
}
