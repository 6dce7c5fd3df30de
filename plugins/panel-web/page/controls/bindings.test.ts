// Rows of paths and values, while they are typed.

import { expect, it } from "vitest";
import { isRepeated, shownRows, withRows } from "./bindings.js";

const row = (path: string, text: string) => ({ path, text });

it("each row is a value as soon as it is typed, a number as a number", () => {
  const rows = [
    row("KSampler.steps", "8"),
    row("7", "1.50"),
    row("a", "true"),
    row("b", "18446744073709551615"),
    row("c", "007"),
    row("", "x"),
  ];
  expect(withRows({ graph: "g", "KSampler.st": 1 }, ["KSampler.st"], rows)).toEqual({
    graph: "g",
    "KSampler.steps": 8,
    a: true,
    b: "18446744073709551615",
    c: "007",
    "7": 1.5,
  });
});

it("a text of digits, such as that of a recalled image, stays a text while another row is typed", () => {
  const values = { seed: "42", steps: 8 };
  const names = Object.keys(values);
  const rows = shownRows([], names, values).with(1, row("steps", "9"));
  expect(withRows(values, names, rows)).toEqual({ seed: "42", steps: 9 });
});

it("a row that passes through the path of another one leaves that value as it is", () => {
  const rows = [row("KSampler.seed", "1"), row("KSampler.seed", "2")];
  expect(withRows({}, [], rows)).toEqual({ "KSampler.seed": 1 });
  expect(rows.map((_, index) => isRepeated(rows, index))).toEqual([false, true]);
});

it("rows keep their text and their order, until the values come from elsewhere", () => {
  const typed = [row("b", "1.0"), row("7", "x"), row("", "")];
  const values = withRows({}, [], typed);
  expect(shownRows(typed, Object.keys(values), values)).toBe(typed);
  expect(shownRows(typed, ["b"], { b: 3 })).toEqual([row("b", "3")]);
  expect(shownRows([], [], {})).toEqual([]);
});
