// Did you mean: near words are offered, far ones are not.

import { describe, expect, it } from "vitest";
import { didYouMean, nearest } from "./nearest.js";

const known = ["apiVersion", "permissions", "contributes", "taps", "title"];

describe("the nearest known word", () => {
  it.each([
    ["a letter left out", "permisions", "permissions"],
    ["two letters swapped", "contribtues", "contributes"],
    ["another case", "APIVERSION", "apiVersion"],
    ["the word itself", "taps", "taps"],
    ["a short word", "tap", "taps"],
    ["nothing near", "zzzzzzzz", undefined],
    ["nothing at all", "", undefined],
  ])("%s", (_name, word, expected) => {
    expect(nearest(word, known)).toBe(expected);
  });

  it("is put into a sentence, or left out", () => {
    expect(didYouMean("tap", known)).toBe(' Did you mean "taps"?');
    expect(didYouMean("tap", [])).toBe("");
  });

  it("is found for very long words", () => {
    expect(nearest("a".repeat(100_000), ["b".repeat(100_000)])).toBeUndefined();
  });
});
