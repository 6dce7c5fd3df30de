// What counts as a variable: the same for finding, filling in and refusing.

import { expect, it } from "vitest";
import { fillKnownVariables, hasVariable, isVariable } from "./variables.js";

it.each([
  ["{{a}}", true, true],
  ["{{ a b }}", true, true],
  ["x{{a}}", true, false],
  ["{{a}}{{b}}", true, false],
  ["{{a}} ", true, false],
  ["{{}}", false, false],
  ["{{a", false, false],
  ["{a}", false, false],
  ["{{{a}}", true, false],
  ["", false, false],
])("%j: has one %s, is one %s", (text, has, is) => {
  expect([hasVariable(text), isVariable(text)]).toEqual([has, is]);
  // Filling in changes a string exactly if a variable was found in it.
  const values = { a: "1", "a b": "2", b: "3" };
  expect(fillKnownVariables(text, { environment: "e", names: Object.keys(values), values }) !== text).toBe(
    has,
  );
});

it.each<[unknown, boolean]>([
  [{ a: [{ b: "{{x}}" }] }, true],
  [["a", "{{x}}"], true],
  [{ "{{x}}": 1 }, false],
  [null, false],
  [1, false],
])("%j has one: %s", (value, has) => {
  expect(hasVariable(value)).toBe(has);
});
