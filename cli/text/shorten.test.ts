// Texts are cut between characters as a reader counts them, and end with an ellipsis then.

import { expect, it } from "vitest";
import { shorten } from "./shorten.js";

it.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "ab…"],
  ["", 3, ""],
  ["🔑🔑🔑", 3, "🔑🔑🔑"],
  ["🔑🔑🔑🔑", 3, "🔑🔑…"],
  ["e\u0301e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301…"],
  ["👩‍🎨👩‍🎨", 1, "…"],
])("%j in %d characters is %j", (text, length, short) => {
  expect(shorten(text, length)).toBe(short);
});
