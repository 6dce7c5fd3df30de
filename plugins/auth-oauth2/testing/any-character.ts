// An arbitrary character of any script, for property-based tests.

import fc from "fast-check";

/** Any code point except surrogates. fast-check's `unit: "binary"` means the same, but takes a second to initialize. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));
