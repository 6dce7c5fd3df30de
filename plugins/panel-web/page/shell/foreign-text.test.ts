// Marks in texts of strangers.

import { expect, it } from "vitest";
import { inOrder } from "./foreign-text.js";

it.each([
  ["photo\u202egnp.exe", "photo\uFFFDgnp.exe"],
  ["\u2066a\u2069 and \u202bb\u202c", "\uFFFDa\uFFFD and \uFFFDb\uFFFD"],
  // Marks of Arabic and Hebrew texts that reorder nothing around them, and joiners.
  ["\u05d0\u200f!\u061c \u{1f469}\u200d\u{1f680}", "\u05d0\u200f!\u061c \u{1f469}\u200d\u{1f680}"],
])("%j is shown as %j", (text, shown) => {
  expect(inOrder(text)).toBe(shown);
});
