// The text of a reply's body: by its byte order mark, else by the charset of its Content-Type (RFC 9110 section 8.3.2,
// and the labels of the Encoding standard), else UTF-8.

import { withoutByteOrderMark } from "@pictor/kernel";

const charset = /;\s*charset\s*=\s*(?:["']\s*)?([^\s"';]+)/i;

/** The encoding of a byte order mark, which wins over every label. */
function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

/** The name of the body's encoding, in lower case: `utf-8` for none, and for a label that no standard has. */
export function encodingOf(bytes: Uint8Array, contentType: string | undefined): string {
  const mark = markOf(bytes);
  const label = mark ?? charset.exec(contentType ?? "")?.[1];
  if (label === undefined || /^utf-?8$/i.test(label)) return "utf-8";
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return "utf-8";
  }
}

/** The whole body as text, without a byte order mark. What is no character of the encoding becomes U+FFFD. */
export function textOfReply(bytes: Uint8Array, contentType: string | undefined): string {
  const encoding = encodingOf(bytes, contentType);
  if (encoding !== "utf-8") return new TextDecoder(encoding).decode(bytes);
  // A decoder takes longer to make than most bodies take to be decoded.
  const { buffer, byteOffset, byteLength } = bytes;
  return withoutByteOrderMark(Buffer.from(buffer, byteOffset, byteLength).toString());
}
