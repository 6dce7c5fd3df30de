// Makes path segments (folder or file names) that Windows, macOS and Linux all accept.

import { isDeviceName } from "@pictor/kernel/plugin";

/** Linux allows 255 bytes, most file systems 255 UTF-16 units. The lower limit leaves room for sync tools and archives. */
export const maxSegmentBytes = 120;

/**
 * Characters that Windows forbids, and `/`; control characters, line and paragraph separators, unpaired surrogates; and
 * characters that change the text direction, which could make `gpj.exe` look like `exe.jpg`.
 */
const forbidden = /[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The folder in which programs look for packages to run, and short names of Windows, which may be those of hidden folders, such
 * as `GIT~1`.
 */
const reserved = /^node_modules$|^[^~ ]{1,6}~\d+(?=$|\.)/i;

/** The longest start of the text that has at most `maxBytes` bytes of UTF-8 and ends between two code points. */
export function truncateToBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/**
 * Windows removes dots and spaces at the end of a name, so that two names could become the same. A name that begins
 * with a dot is hidden, and may be that of a folder in which programs look for files to run, such as `.git`.
 */
const trim = (text: string): string => text.replace(/^[. ]+|(?<![. ])[. ]+$/g, "");

/**
 * A safe segment: forbidden characters become `_`, a reserved name is prefixed with `_`, and an empty name becomes `_`.
 * With a suffix such as `_2.png`, the text before it is truncated so that the whole name stays within the limit.
 */
export function safeSegment(text: string, suffix = ""): string {
  const clean = trim(text.normalize("NFC").replace(forbidden, "_"));
  const free = isDeviceName(clean) || reserved.test(clean) ? `_${clean}` : clean;
  const truncated = trim(truncateToBytes(free, maxSegmentBytes - Buffer.byteLength(suffix)));
  return `${truncated === "" ? "_" : truncated}${suffix}`;
}
