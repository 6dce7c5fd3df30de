// The lines of a log that the page keeps.

import { expect, it } from "vitest";
import { emptyTail, matchingLines, maxLines, withPage } from "./log-tail.js";

const page = (lines: readonly string[], next = "n", isReset = false) => ({ lines, next, isReset });

it("follows: lines are added with growing numbers, and the place goes on", () => {
  const one = withPage(emptyTail, page(["a", "b"], "2"));
  const two = withPage(one, page(["c"], "3"));
  expect(two).toEqual({
    next: "3",
    lines: [
      { number: 1, text: "a" },
      { number: 2, text: "b" },
      { number: 3, text: "c" },
    ],
  });
});

it("nothing new keeps the list itself, so that nothing is drawn again", () => {
  const one = withPage(emptyTail, page(["a"]));
  expect(withPage(one, page([])).lines).toBe(one.lines);
});

it("lines that two requests have asked for are added once", () => {
  const one = withPage(emptyTail, page(["a"], "1"));
  const two = withPage(one, page(["b"], "2"), one.next);
  expect(withPage(two, page(["b"], "2"), one.next)).toBe(two);
});

it("a reset begins anew, without repeating a number", () => {
  const one = withPage(emptyTail, page(["a", "b"]));
  expect(withPage(one, page(["x"], "1", true)).lines).toEqual([{ number: 3, text: "x" }]);
});

it("is bounded", () => {
  const many = Array.from({ length: maxLines }, (_, index) => `line ${index}`);
  const { lines } = withPage(withPage(emptyTail, page(["first"])), page(many));
  expect([lines.length, lines[0]?.text]).toEqual([maxLines, "line 0"]);
});

it("finds lines whatever their case", () => {
  const { lines } = withPage(emptyTail, page(["An Error", "fine"]));
  expect(matchingLines(lines, "error").map(({ text }) => text)).toEqual(["An Error"]);
  expect(matchingLines(lines, "")).toBe(lines);
});
