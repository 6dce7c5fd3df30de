// Characters beyond ASCII in header values: they are sent as UTF-8, as curl and browsers send them, and read as UTF-8 where they are
// that, otherwise as Latin-1 (RFC 9110 section 5.5). undici and ws take and give each byte as one character.

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const beyondAscii = /[^\0-\x7f]/;

/** The bytes of a value that is sent, one character for each. */
export const toHeaderBytes = (value: string): string =>
  beyondAscii.test(value) ? Buffer.from(value, "utf8").toString("latin1") : value;

/** The text of a value that was received. */
export function fromHeaderBytes(value: string): string {
  if (!beyondAscii.test(value)) return value;
  try {
    return utf8.decode(Buffer.from(value, "latin1"));
  } catch {
    return value;
  }
}
