// Values of bindings are parsed for their inputs.

import type { InputSpec } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { parseInputValue } from "./input-values.js";

const spec = (type: string, more: Partial<InputSpec> = {}): InputSpec => ({
  name: "x",
  required: true,
  type,
  ...more,
});
const parse = (given: unknown, as?: InputSpec, existing?: Parameters<typeof parseInputValue>[3]) =>
  parseInputValue("A.x", given, as, existing);

it.each<readonly [string, unknown, InputSpec | undefined, unknown]>([
  ["a whole number", "20", spec("INT"), 20],
  ["a whole number with all its digits", "18446744073709551615", spec("INT"), 18446744073709551615n],
  ["a negative whole number", "-1", spec("INT"), -1],
  ["a number", "2.5e1", spec("FLOAT"), 25],
  ["a text that looks like a number", "20", spec("STRING"), "20"],
  ["a text that looks like a list", '["4", 0]', spec("STRING"), '["4", 0]'],
  ["an empty text", "", spec("STRING"), ""],
  ["a boolean", "False", spec("BOOLEAN"), false],
  ["an option", "euler", spec("COMBO", { options: ["euler"] }), "euler"],
  ["an option that is a number", "2.5", spec("COMBO", { options: ["1x", 2.5] }), 2.5],
  [
    "an unknown option, which is validated later with the whole graph",
    "a",
    spec("COMBO", { options: ["b"] }),
    "a",
  ],
  ["the first known type of several", "1", spec("MASK,FLOAT"), 1],
  ["a link", '["4", 1]', spec("MODEL"), ["4", 1]],
  ["a link in place of a number", '["4", 1]', spec("INT"), ["4", 1]],
  ["an object", '{"x": 1}', spec("BOUNDING_BOX"), { x: 1 }],
  ["a list of values", "[1, 2]", spec("CURVE"), { __value__: [1, 2] }],
  ["an unknown type", "#ff0000", spec("COLOR"), "#ff0000"],
  ["a number from a program", 7, spec("INT"), 7],
  ["a list from a program", [1, 2, 3], undefined, { __value__: [1, 2, 3] }],
  ["a link from a program", ["4", 0], spec("MODEL"), ["4", 0]],
])("%s", (_case, given, as, expected) => {
  expect(parse(given, as)).toEqual(expected);
});

it.each<readonly [string, string, Parameters<typeof parseInputValue>[3], unknown]>([
  ["whole number", "5", 1, 5],
  ["long number", "18446744073709551615", 18446744073709551614n, 18446744073709551615n],
  ["number", "5", 1.5, 5],
  ["boolean", "true", false, true],
  ["text", "5", "a", "5"],
  ["a link", '["4", 1]', ["1", 0], ["4", 1]],
  ["an object", '{"on":true}', { on: false }, { on: true }],
  ["nothing, and a number is given", "5", undefined, 5],
  ["nothing, and an object is given", '{"on":true,"lora":"x"}', undefined, { on: true, lora: "x" }],
  ["nothing, and a link is given", '["4", 1]', undefined, ["4", 1]],
  ["nothing, and words are given", "a (red) cat", undefined, "a (red) cat"],
])(
  "without a description of the input, takes the type of the existing value: %s",
  (_case, given, existing, expected) => {
    expect(parse(given, undefined, existing)).toEqual(expected);
  },
);

it.each([
  ["INT", "1.5", 'expected a whole number, found "1.5".'],
  ["INT", "", "expected a whole number, found nothing."],
  ["FLOAT", "much", 'expected a number, found "much".'],
  ["FLOAT", "Infinity", 'expected a number, found "Infinity".'],
  ["BOOLEAN", "1", 'expected true or false, found "1".'],
])("%s does not accept %s", (type, given, message) => {
  expect(() => parse(given, spec(type))).toThrow(message);
});
