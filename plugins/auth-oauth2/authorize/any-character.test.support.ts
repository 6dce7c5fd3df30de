// A character of any script, for properties about texts.

import fc from "fast-check";

/** Any code point but halves of surrogate pairs. `unit: "binary"` means the same, but takes a second to set itself up. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));
