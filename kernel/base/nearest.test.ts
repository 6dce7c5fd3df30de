// Suggestions for misspelt words: near words are suggested, far ones are not.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { didYouMean, knownNames, nearest } from "./nearest.js";

/** The edit distance by the full table, without any shortcut. */
function fullDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_row, i) =>
    Array.from({ length: b.length + 1 }, (_cell, j) => (i === 0 ? j : i)),
  );
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const ways = [at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, isSwap ? at(i - 2, j - 2) + 1 : Infinity];
      rows[i]![j] = Math.min(...ways);
    }
  return at(a.length, b.length);
}

function nearestByAll(word: string, words: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  if (/^[\d.]*$/.test(wanted)) return undefined;
  const farthest = Math.min(Math.max(2, Math.floor(wanted.length / 3)), wanted.length - 1);
  const distances = words.map((each) => fullDistance(wanted, each.toLowerCase()));
  const least = Math.min(...distances);
  if (least <= farthest) return words[distances.indexOf(least)];
  const only = (fits: (each: string) => boolean): string | undefined => {
    const [first, ...others] = words.filter((each) => fits(each.toLowerCase()));
    return others.length === 0 && wanted.length >= 3 ? first : undefined;
  };
  return (
    only((each) => each.startsWith(wanted)) ??
    only((each) => each.endsWith(wanted)) ??
    only((each) => each.includes(wanted))
  );
}

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
    ["its beginning", "perm", "permissions"],
    ["its end", "version", "apiVersion"],
    ["a part of it", "tribut", "contributes"],
    ["two letters of it", "pe", undefined],
    ["a letter that none has", "x", undefined],
  ])("%s", (_name, word, expected) => {
    expect(nearest(word, known)).toBe(expected);
  });

  it("is none of several words that contain the same part", () => {
    expect(nearest("face", ["face-detailer", "face-swap"])).toBeUndefined();
    expect(nearest("face", ["face-detailer", "my-face", "surfaces"])).toBe("face-detailer");
    expect(nearest("land", ["big_landscape.safetensors", "portrait.safetensors"])).toBe(
      "big_landscape.safetensors",
    );
  });

  it("is never another number", () => {
    expect(nearest("9", ["1", "2"])).toBeUndefined();
    expect(nearest("1.5", ["1.2", "11.5"])).toBeUndefined();
  });

  it("is suggested in a sentence, or the sentence is empty", () => {
    expect(didYouMean("tap", known)).toBe(' Did you mean "taps"?');
    expect(didYouMean("tap", [])).toBe("");
  });

  it("is the same that an exhaustive comparison finds", () => {
    const letter = fc.constantFrom("a", "A", "b", "B", "c", "d", "e", "é", "É", " ", "7");
    const text = fc.string({ unit: letter, maxLength: 14 });
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 12 }), (word, words) => {
        expect(nearest(word, words)).toBe(nearestByAll(word, words));
      }),
    );
  });

  it("is found for very long words", () => {
    expect(nearest("a".repeat(100_000), ["b".repeat(100_000)])).toBeUndefined();
  });
});

it("names what is known with a suggestion, and tells that there is nothing", () => {
  const known = "euler, heun";
  expect(knownNames("eulr", ["euler", "heun"])).toEqual({ known, suggestion: ' Did you mean "euler"?' });
  expect(knownNames("eulr", [])).toEqual({ known: "none", suggestion: "" });
});
