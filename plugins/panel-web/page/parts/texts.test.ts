// Texts that are too long for their place.

import { expect, it } from "vitest";
import { cutText } from "./texts.js";

it.each([
  ["harbour", 7, "harbour"],
  ["harbours", 7, "harbou…"],
  ["a fox 🦊 runs", 8, "a fox …"],
  ["a fox 🦊 runs", 9, "a fox 🦊…"],
])("%j in %d code units is %j", (text, length, cut) => {
  expect(cutText(text, length)).toBe(cut);
});
