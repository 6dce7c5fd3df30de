// The body of another server's reply: removes the secrets that it repeats, and returns the beginning of a text. Pure.

const maxPreviewBytes = 65_536;
const textTypes =
  /^(?:text\/|application\/(?:json|xml|javascript|x-www-form-urlencoded|[\w.+-]*\+(?:json|xml))\b)/i;

/** The text of UTF-8 bytes; undefined for other bytes. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the bytes without secrets; the same bytes if they contain none. */
export function withoutSecrets(bytes: Uint8Array, redact: (text: string) => string): Uint8Array {
  const text = textOf(bytes);
  // In Latin-1 each byte is one character, so ASCII secrets are found in binary data too.
  const encoding = text === undefined ? "latin1" : "utf8";
  const before = text ?? Buffer.from(bytes).toString("latin1");
  const after = redact(before);
  return after === before ? bytes : new Uint8Array(Buffer.from(after, encoding));
}

/** The beginning of a body that is text. */
export function previewOf(
  bytes: Uint8Array,
  mime: string,
): { readonly text?: string; readonly isTextComplete?: boolean } {
  if (!textTypes.test(mime.trim())) return {};
  const isTextComplete = bytes.length <= maxPreviewBytes;
  // The limit may cut a character: up to three bytes of it are left out.
  for (let end = Math.min(bytes.length, maxPreviewBytes), cut = 0; cut < 4; cut++) {
    const text = textOf(bytes.subarray(0, Math.max(0, end - cut)));
    if (text !== undefined) return { text, isTextComplete: isTextComplete && cut === 0 };
    if (isTextComplete) return {};
  }
  return {};
}
