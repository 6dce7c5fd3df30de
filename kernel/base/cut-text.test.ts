// Texts that are cut: no half of a character is left, wherever the cut is.

import { expect, it } from "vitest";
import { shortText } from "../authoring/short-text.js";
import { beginningOf, cutText, endOf } from "./cut-text.js";

it("a text is cut only if it is too long", () => {
  expect([cutText("abcdef", 6), cutText("abcdefg", 6)]).toEqual(["abcdef", "abc..."]);
});

it("a character of two code units is not cut in half", () => {
  expect([beginningOf("a😀b", 2), beginningOf("a😀b", 3)]).toEqual(["a", "a😀"]);
  expect([endOf("a😀b", 2), endOf("a😀b", 3)]).toEqual(["b", "😀b"]);
  for (const length of [5, 6, 7, 8]) expect(cutText("😀".repeat(9), length)).not.toMatch(/\p{Surrogate}/u);
  for (const before of ["", "a", "ab", "abc"]) {
    const text = before + "😀".repeat(2_000);
    expect(shortText(text)).not.toMatch(/\p{Surrogate}/u);
    expect(shortText(text)).toContain(`(${text.length} characters)`);
  }
});
