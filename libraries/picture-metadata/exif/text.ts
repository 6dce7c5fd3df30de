// Texts in EXIF data, whose charset has to be found out.

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** UTF-8 where it is that, else Latin-1; up to the first NUL, as the type demands. */
export function asciiText(value: Uint8Array): string {
  const end = value.indexOf(0);
  const bytes = end < 0 ? value : value.subarray(0, end);
  try {
    return utf8.decode(bytes);
  } catch {
    return Buffer.from(bytes).toString("latin1");
  }
}

/** Lone halves of characters come through as they are, as everywhere else in JavaScript. */
export function utf16Text(bytes: Uint8Array, isLittleEndian: boolean): string {
  const units = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  return (isLittleEndian ? units : units.swap16()).toString("utf16le").replace(/\0+$/, "");
}

/** Words of nearly every text about how a picture was made. */
const isTelling = (text: string): boolean => /Steps: |Seed: |Negative prompt: |^\s*\{\s*"/.test(text);

/**
 * The specification leaves the byte order open, and some write UTF-8. What makes sense is taken; where nothing does, the
 * order in which the zeros of Latin letters come first; else big-endian, as the AUTOMATIC1111 web UI writes it.
 */
function unicodeText(bytes: Uint8Array): string {
  const [big, little] = [utf16Text(bytes, false), utf16Text(bytes, true)];
  if (big.startsWith("\ufeff")) return big.slice(1);
  if (little.startsWith("\ufeff")) return little.slice(1);
  if (isTelling(big)) return big;
  if (isTelling(little)) return little;
  const bytewise = asciiText(bytes);
  if (isTelling(bytewise)) return bytewise;
  const zeros = [0, 0];
  bytes.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  return (zeros[1] ?? 0) > (zeros[0] ?? 0) ? little : big;
}

/** `UserComment`: eight bytes that name the charset, then the text (Exif 3.0, section 4.6.6.8.1). */
export function commentText(value: Uint8Array): string {
  const charset = Buffer.from(value.subarray(0, 8)).toString("latin1");
  if (charset === "UNICODE\0") return unicodeText(value.subarray(8));
  const isNamed = charset === "ASCII\0\0\0" || charset === "\0".repeat(8);
  // Some leave out the charset.
  return asciiText(isNamed ? value.subarray(8) : value).replace(/ +$/, "");
}

/** As the AUTOMATIC1111 web UI writes it and reads it: UTF-16 in big-endian order, whatever the order of the rest. */
export function writeComment(text: string): Uint8Array {
  return Buffer.concat([Buffer.from("UNICODE\0", "latin1"), Buffer.from(text, "utf16le").swap16()]);
}
