// Long texts: lines, what a search finds, and bytes in hexadecimal.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hexLine, lastNotAbove, lineAt, lineStarts, matchesOf, maxMatches, piecesOfLine } from "./lines.js";

const linesOf = (text: string, columns: number): readonly string[] => {
  const starts = lineStarts(text, columns);
  return starts.slice(0, -1).map((_, index) => lineAt(text, starts, index));
};

describe("lines", () => {
  it.each([
    ["", [""]],
    ["ab", ["ab"]],
    ["abcd", ["abc", "d"]],
    ["abc", ["abc"]],
    ["a\n\nb\n", ["a", "", "b", ""]],
    ["ab😀c", ["ab😀", "c"]],
  ])("of %j are %j", (text, lines) => {
    expect(linesOf(text, 3)).toEqual(lines);
  });

  it("are the whole text, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "\n", "😀") }),
        fc.integer({ min: 1, max: 9 }),
        (text, columns) => {
          const starts = lineStarts(text, columns);
          expect(
            starts
              .slice(1)
              .map((end, index) => text.slice(starts[index], end))
              .join(""),
          ).toBe(text);
        },
      ),
    );
  });
});

describe("a search", () => {
  it("finds every place, whatever the case and the characters, up to a limit", () => {
    expect(matchesOf("Abc aBC a.c", "abc")).toEqual([0, 4]);
    expect(matchesOf("a.c abc", "a.c")).toEqual([0]);
    expect(matchesOf("aaa", "")).toEqual([]);
    expect(matchesOf("a".repeat(maxMatches + 5), "a")).toHaveLength(maxMatches);
  });

  it("marks the matches of a line, also one that begins on the line before", () => {
    const found = { matches: [1, 4, 8], length: 2, current: 1 };
    // The text is "xabxabxxab"; the lines are "xabxa" and "bxxab".
    expect(piecesOfLine("xabxa", 0, found)).toEqual([
      { text: "x" },
      { text: "ab", look: "match" },
      { text: "x" },
      { text: "a", look: "current match" },
    ]);
    expect(piecesOfLine("bxxab", 5, found)).toEqual([
      { text: "b", look: "current match" },
      { text: "xx" },
      { text: "ab", look: "match" },
    ]);
  });

  it("finds the line of a place", () => {
    expect([0, 4, 5, 99].map((place) => lastNotAbove([0, 5, 10], place))).toEqual([0, 0, 1, 2]);
    expect(lastNotAbove([5], 4)).toBe(-1);
  });
});

it("bytes are shown in hexadecimal with their characters", () => {
  const bytes = new TextEncoder().encode("Hello, panel\u0000 and more");
  expect(hexLine(bytes, 0)).toBe(
    "00000000  48 65 6c 6c 6f 2c 20 70 61 6e 65 6c 00 20 61 6e  Hello, panel. an",
  );
  expect(hexLine(bytes, 1)).toMatch(/^00000010 {2}64 20 6d 6f 72 65 +d more$/);
});
