// A text from a command line as the value of an input.

import type { InputSpec } from "@pictor/kernel/plugin";
import { expect, it } from "vitest";
import { typedValue } from "./typed.js";

const spec = (type: string, more: Partial<InputSpec> = {}): InputSpec => ({
  name: "x",
  required: true,
  type,
  ...more,
});
const typed = (given: unknown, as?: InputSpec, present?: Parameters<typeof typedValue>[3]) =>
  typedValue("A.x", given, as, present);

it.each<readonly [string, unknown, InputSpec | undefined, unknown]>([
  ["a whole number", "20", spec("INT"), 20],
  ["one with all its digits", "18446744073709551615", spec("INT"), 18446744073709551615n],
  ["one below zero", "-1", spec("INT"), -1],
  ["a number", "2.5e1", spec("FLOAT"), 25],
  ["a text that looks like a number", "20", spec("STRING"), "20"],
  ["a text that looks like a list", '["4", 0]', spec("STRING"), '["4", 0]'],
  ["an empty text", "", spec("STRING"), ""],
  ["yes and no", "False", spec("BOOLEAN"), false],
  ["a choice", "euler", spec("COMBO", { options: ["euler"] }), "euler"],
  ["a choice that is a number", "2.5", spec("COMBO", { options: ["1x", 2.5] }), 2.5],
  [
    "a choice that is not offered, for the check of the whole graph",
    "a",
    spec("COMBO", { options: ["b"] }),
    "a",
  ],
  ["the first type that is known, of several", "1", spec("MASK,FLOAT"), 1],
  ["a connection", '["4", 1]', spec("MODEL"), ["4", 1]],
  ["a connection in place of a number", '["4", 1]', spec("INT"), ["4", 1]],
  ["an object", '{"x": 1}', spec("BOUNDING_BOX"), { x: 1 }],
  ["a list of values", "[1, 2]", spec("CURVE"), { __value__: [1, 2] }],
  ["a type that nobody knows", "#ff0000", spec("COLOR"), "#ff0000"],
  ["a number from a program", 7, spec("INT"), 7],
  ["a list from a program", [1, 2, 3], undefined, { __value__: [1, 2, 3] }],
  ["a connection from a program", ["4", 0], spec("MODEL"), ["4", 0]],
])("%s", (_case, given, as, expected) => {
  expect(typed(given, as)).toEqual(expected);
});

it.each<readonly [string, string, Parameters<typeof typedValue>[3], unknown]>([
  ["whole number", "5", 1, 5],
  ["long number", "18446744073709551615", 18446744073709551614n, 18446744073709551615n],
  ["number", "5", 1.5, 5],
  ["flag", "true", false, true],
  ["text", "5", "a", "5"],
  ["nothing", "5", undefined, "5"],
])("without a description, as the present value is: a %s", (_case, given, present, expected) => {
  expect(typed(given, undefined, present)).toEqual(expected);
});

it.each([
  ["INT", "1.5", 'A.x: expected a whole number, found "1.5".'],
  ["INT", "", "A.x: expected a whole number, found nothing."],
  ["FLOAT", "much", 'A.x: expected a number, found "much".'],
  ["FLOAT", "Infinity", 'A.x: expected a number, found "Infinity".'],
  ["BOOLEAN", "1", 'A.x: expected true or false, found "1".'],
])("%s does not take %s", (type, given, message) => {
  expect(() => typed(given, spec(type))).toThrow(message);
});
