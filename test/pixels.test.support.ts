// The part of a picture's file that is the picture: without the texts that say when and how it was made.

/** The four letters and the data of each part of a PNG (after its signature) or a WebP (after its head). */
function* partsOf(file: Buffer): Generator<readonly [string, Buffer]> {
  const isPng = file[0] === 0x89;
  for (let at = isPng ? 8 : 12; at + 8 <= file.length;) {
    const length = isPng ? file.readUInt32BE(at) : file.readUInt32LE(at + 4);
    const type = file.toString("latin1", isPng ? at + 4 : at, isPng ? at + 8 : at + 4);
    yield [type, file.subarray(at + 8, at + 8 + length)];
    at += isPng ? length + 12 : 8 + length + (length % 2);
  }
}

const pictured = new Set(["IHDR", "IDAT", "VP8 ", "VP8L", "ANIM", "ANMF", "ALPH"]);

/** The same for two files that show the same and were encoded alike. */
export function imageBytes(file: Buffer): Buffer {
  const parts = [...partsOf(file)].filter(([type]) => pictured.has(type)).map(([, data]) => data);
  if (parts.length === 0) throw new Error("this is neither a PNG nor a WebP");
  return Buffer.concat(parts);
}
