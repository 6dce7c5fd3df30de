// The body of another server's reply: removes the secrets that it repeats, and returns the beginning of a text. Pure.

import { isUtf8 } from "node:buffer";
import { encodingOf } from "@pictor/services";

const maxPreviewBytes = 65_536;
const textTypes =
  /^(?:text\/|application\/(?:json|xml|javascript|x-www-form-urlencoded|[\w.+-]*\+(?:json|xml))\b)/i;

/** Swaps the two bytes of each unit, which converts between the byte orders of UTF-16. */
const swapped = (bytes: Uint8Array): Buffer => Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();

/** Returns the bytes without secrets; the same bytes if they contain none. */
export function withoutSecrets(
  bytes: Uint8Array,
  mime: string | undefined,
  redact: (text: string) => string,
): Uint8Array {
  return withoutSecretsIn(bytes, encodingOf(bytes, mime), redact);
}

/** As `withoutSecrets`, for a part of a body with a known encoding. */
export function withoutSecretsIn(
  bytes: Uint8Array,
  encoding: string,
  redact: (text: string) => string,
): Uint8Array {
  const isBigEndian = encoding === "utf-16be";
  // In Latin-1 each byte is one character, so ASCII secrets are found in binary data and in all other encodings too.
  const kind = encoding.startsWith("utf-16") ? "utf16le" : isUtf8(bytes) ? "utf8" : "latin1";
  const before = (isBigEndian ? swapped(bytes) : Buffer.from(bytes)).toString(kind);
  const after = redact(before);
  if (after === before) return bytes;
  const hidden = Buffer.from(after, kind);
  return new Uint8Array(isBigEndian ? swapped(hidden) : hidden);
}

export const isText = (mime: string): boolean => textTypes.test(mime.trim());

/** The beginning of a text body, decoded with its declared encoding. */
export function previewOf(
  bytes: Uint8Array,
  mime: string,
): { readonly text?: string; readonly isTextComplete?: boolean } {
  if (!isText(mime)) return {};
  const isTextComplete = bytes.length <= maxPreviewBytes;
  const decoder = new TextDecoder(encodingOf(bytes, mime), { fatal: true });
  try {
    // Decodes as a stream: an incomplete last character is left out.
    const text = decoder.decode(bytes.subarray(0, maxPreviewBytes), { stream: !isTextComplete });
    return { text, isTextComplete };
  } catch {
    return {};
  }
}
