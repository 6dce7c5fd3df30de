// The encoded pixels of an image file, without metadata.

/** The type and the data of each chunk of a PNG or a WebP. */
function* chunksOf(file: Buffer): Generator<readonly [string, Buffer]> {
  const isPng = file[0] === 0x89;
  for (let at = isPng ? 8 : 12; at + 8 <= file.length;) {
    const length = isPng ? file.readUInt32BE(at) : file.readUInt32LE(at + 4);
    const type = file.toString("latin1", isPng ? at + 4 : at, isPng ? at + 8 : at + 4);
    yield [type, file.subarray(at + 8, at + 8 + length)];
    at += isPng ? length + 12 : 8 + length + (length % 2);
  }
}

const imageDataTypes = new Set(["IHDR", "IDAT", "VP8 ", "VP8L", "ANIM", "ANMF", "ALPH"]);

/** Equal for two files with the same pixels that were encoded with the same settings. */
export function encodedPixels(file: Buffer): Buffer {
  const chunks = [...chunksOf(file)].filter(([type]) => imageDataTypes.has(type)).map(([, data]) => data);
  if (chunks.length === 0) throw new Error("the file is neither a PNG nor a WebP");
  return Buffer.concat(chunks);
}
