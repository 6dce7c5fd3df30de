// One segment of a path (a folder or a file name) that Windows, macOS and Linux all accept.

/** Linux allows 255 bytes, most file systems 255 UTF-16 units; this leaves room for sync tools and archives. */
export const maxSegmentBytes = 120;

/**
 * Forbidden on Windows, and `/` everywhere; control characters, line and paragraph separators, halves of characters;
 * and the signs that reverse the direction of text, with which `gpj.exe` can be made to look like `exe.jpg`.
 */
const forbidden = /[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Device names of Windows, with any ending behind them; it takes superscript digits for digits. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(?=$|[ .])/i;

/** The longest beginning of `text` with at most `maxBytes` bytes of UTF-8 that ends between two code points. */
export function cut(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const sign of text) {
    bytes += Buffer.byteLength(sign);
    if (bytes > maxBytes) break;
    end += sign.length;
  }
  return text.slice(0, end);
}

/** Windows drops dots and spaces at the end by itself, and two names would become one. */
const trimmed = (text: string): string => text.replace(/^ +|[. ]+$/g, "");

/**
 * A safe segment: forbidden signs become `_`, a reserved name gets `_` in front, an empty one is `_`. With `ending`
 * (such as `_2.png`) the whole stays within the limit, and it is the text in front that is cut.
 */
export function segment(text: string, ending = ""): string {
  const clean = trimmed(text.normalize("NFC").replace(forbidden, "_")).replace(reserved, "_$&");
  const short = trimmed(cut(clean, maxSegmentBytes - Buffer.byteLength(ending)));
  return `${short === "" ? "_" : short}${ending}`;
}
