// Decodes and encodes texts in EXIF data. The charset of a text is often unknown or declared wrongly.

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Decodes an ASCII value: as UTF-8 if it is valid UTF-8, else as Latin-1. A NUL ends the text (TIFF 6.0, section 2). */
export function decodeAscii(value: Uint8Array): string {
  const end = value.indexOf(0);
  const bytes = end < 0 ? value : value.subarray(0, end);
  try {
    return utf8.decode(bytes);
  } catch {
    return Buffer.from(bytes).toString("latin1");
  }
}

/** Decodes UTF-16 and keeps unpaired surrogates. */
export function decodeUtf16(bytes: Uint8Array, isLittleEndian: boolean): string {
  const units = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  return (isLittleEndian ? units : units.swap16()).toString("utf16le").replace(/(?<!\0)\0+$/, "");
}

/** Nearly every text with generation metadata contains one of these patterns. */
const isGenerationText = (text: string): boolean => /Steps: |Seed: |Negative prompt: |^\s*\{\s*"/.test(text);

/**
 * Decodes a text declared as UNICODE. The specification leaves the byte order open, and some programs write UTF-8.
 * The first decoding that looks like generation metadata wins. Otherwise the text is little-endian if most zero bytes, which
 * Latin letters have in UTF-16, are at odd positions, and else big-endian, as the AUTOMATIC1111 web UI writes it.
 */
function decodeUnicode(bytes: Uint8Array): string {
  const [big, little] = [decodeUtf16(bytes, false), decodeUtf16(bytes, true)];
  if (big.startsWith("\ufeff")) return big.slice(1);
  if (little.startsWith("\ufeff")) return little.slice(1);
  if (isGenerationText(big)) return big;
  if (isGenerationText(little)) return little;
  const utf8Text = decodeAscii(bytes);
  if (isGenerationText(utf8Text)) return utf8Text;
  const zeros = [0, 0];
  bytes.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  return (zeros[1] ?? 0) > (zeros[0] ?? 0) ? little : big;
}

/** Decodes `UserComment`: eight bytes name the charset, then follows the text (Exif 3.0, section 4.6.6.8.1). */
export function decodeUserComment(value: Uint8Array): string {
  const charset = Buffer.from(value.subarray(0, 8)).toString("latin1");
  if (charset === "UNICODE\0") return decodeUnicode(value.subarray(8));
  const hasCharset = charset === "ASCII\0\0\0" || charset === "\0".repeat(8);
  // Some programs write the text without a charset.
  return decodeAscii(hasCharset ? value.subarray(8) : value).replace(/(?<! ) +$/, "");
}

/** Encodes `UserComment` as the AUTOMATIC1111 web UI does: big-endian UTF-16, even in little-endian EXIF data. */
export function encodeUserComment(text: string): Uint8Array {
  return Buffer.concat([Buffer.from("UNICODE\0", "latin1"), Buffer.from(text, "utf16le").swap16()]);
}
