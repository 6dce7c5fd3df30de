// Reading JSON as Python does: bare NaN and Infinity, exact integers, float slots.
import { describe, expect, it } from "vitest";
import { readJson } from "./read-json.js";

describe("reading", () => {
  it.each([
    ['{"a": [1, 2.5, -0.5e2, true, false, null, "x"], "b": {}}'],
    ['"\\u00e9\\n\\\\\\" \\ud83e\\uddc0"'],
    ['["a\\\\", "b"]'],
    [" [ ] "],
    ['{"__proto__": {"a": 1}, "constructor": 2}'],
    ['{"a": 1, "a": 2}'],
  ])("reads %s as JSON.parse does", (text) => {
    expect(readJson(text)).toEqual(JSON.parse(text));
  });

  it("keeps integers exact, and reads bare NaN and Infinity", () => {
    expect(readJson("[18446744073709551615, -9007199254740993, 9007199254740991, 1e400]")).toEqual([
      18446744073709551615n,
      -9007199254740993n,
      9007199254740991,
      Infinity,
    ]);
    expect(readJson('{"a": NaN, "b": [Infinity, -Infinity], "c": "NaN"}')).toEqual({
      a: NaN,
      b: [Infinity, -Infinity],
      c: "NaN",
    });
  });

  it.each([
    "",
    "{",
    "[1,]",
    '{"a" 1}',
    "{a: 1}",
    '"open',
    '"a\\"',
    "01",
    "1.",
    "+1",
    "nan",
    "[1] 2",
    '"\n"',
    "\ufeff1",
  ])("rejects %j", (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
  });
});

it("deep nesting throws, as in Python", () => {
  const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  expect(readJson(nested(900))).toHaveLength(1);
  expect(() => readJson(nested(4_000))).toThrow(RangeError);
});

it("an array is reported when its second item is a whole number that is written as a float", () => {
  const floats = new WeakSet<object>();
  const read = (text: string): object => readJson(text, floats) as object;
  const isFloat = (text: string): boolean => floats.has(read(text));
  expect(['["3", 0.0]', '["3", 1e0]', '["3", -1.0]'].map(isFloat)).toEqual([true, true, true]);
  expect(['["3", 0]', '[0.0, "3"]', '["3", "0.0"]', '["3", [0.0]]'].map(isFloat)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
