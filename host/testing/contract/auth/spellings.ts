// How a text reads after the encodings that auth schemes use: base64, base64url, hexadecimal and percent-encoding. Pure.

/** The base64 of a text behind `offset` other bytes, without the characters that the neighbours share. */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString("base64")
    .replace(/=+$/, "");
  const shared = (offset + bytes.length) % 3 === 0 ? 0 : 1;
  return text.slice(Math.ceil((offset * 8) / 6), text.length - shared);
}

/** A text as it stands, and as it reads encoded, also in the middle of other encoded bytes. */
export function spellingsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset));
  const base64url = base64.map((part) => part.replaceAll("+", "-").replaceAll("/", "_"));
  const hex = bytes.toString("hex");
  const all = [text, encodeURIComponent(text), hex, hex.toUpperCase(), ...base64, ...base64url];
  return [...new Set(all)];
}

/** Whether a text contains another one, in any of its spellings. */
export const holds = (text: string, searched: string): boolean =>
  spellingsOf(searched).some((spelling) => text.includes(spelling));
