// JSON without loss: 64-bit integers in both directions, Python's NaN accepted, strings never changed.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson, parsePythonJson, stringifyJson } from "./json.js";

const isSafe = (value: bigint): boolean =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER);
const tricky = fc.constantFrom(
  "NaN",
  "-Infinity",
  '"NaN"',
  "18446744073709551615",
  '"18446744073709551615"',
  "\\",
  '\\"',
  '"',
  'a\\\\"NaN',
  "int:",
  "\u0001int:x:12345678901234567890",
  "{NaN}",
  ":NaN,",
  "\u2028",
  "\ud800",
  "é",
  "12345678901234567",
  "[1234567890123456789]",
);
const leaf = fc.oneof(
  fc.string(),
  tricky,
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .filter((value) => !Object.is(value, -0) && (Number.isSafeInteger(value) || !Number.isInteger(value))),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).filter((value) => !isSafe(value)),
);
// Without escaped keys: the JSON.parse of V8 13.6 (Node 24) confuses a quotation mark with a backslash in a key after it
// has parsed the latter in an object of the same shape.
const isPlain = (name: string): boolean => JSON.stringify(name) === `"${name}"`;
const key = fc.oneof(fc.string(), tricky).filter((name) => name !== "__proto__" && isPlain(name));
const { value: document } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

describe("written and read again", () => {
  it("all values are equal, with integers beyond 2^53 as bigint", () => {
    fc.assert(
      fc.property(document, fc.constantFrom(undefined, 2), (value, space) => {
        expect(parseJson(stringifyJson(value, space))).toEqual(value);
      }),
      { numRuns: 400 },
    );
  });

  it("a small bigint comes back as a number, with the same digits", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: BigInt(Number.MIN_SAFE_INTEGER), max: BigInt(Number.MAX_SAFE_INTEGER) }),
        (value) => {
          expect(stringifyJson({ seed: value })).toBe(`{"seed":${value}}`);
          expect(parseJson(`[${value}]`)).toEqual([Number(value)]);
        },
      ),
    );
  });

  it("plain JSON is read as JSON.parse reads it", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(
          JSON.stringify(parseJson(text), (_key, entry: unknown) =>
            typeof entry === "bigint" ? Number(entry) : entry,
          ),
        ).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});

it("Python's NaN and Infinity are read as numbers where they are asked for", () => {
  expect(parsePythonJson('{"a":NaN,"b":[-Infinity,Infinity],"c":"NaN","d":18446744073709551615}')).toEqual({
    a: NaN,
    b: [-Infinity, Infinity],
    c: "NaN",
    d: 18446744073709551615n,
  });
});

describe("reading", () => {
  it.each<[string, string, unknown]>([
    ["the largest unsigned 64-bit integer", "18446744073709551615", 18446744073709551615n],
    ["the smallest signed one", "-9223372036854775808", -9223372036854775808n],
    ["the largest safe integer", "9007199254740991", 9007199254740991],
    ["the next one", "9007199254740992", 9007199254740992n],
    ["a long fraction", "0.12345678901234567890", 0.12345678901234568],
    ["a long integer with an exponent", "12345678901234567890e2", Number("12345678901234567890e2")],
    ["NaN", '{"a":NaN,"b":[-Infinity,Infinity]}', { a: null, b: [null, null] }],
    ["the word NaN in a text", '["NaN","a NaN b","\\"NaN"]', ["NaN", "a NaN b", '"NaN']],
    [
      "digits in a text and in a key",
      '{"12345678901234567890":"98765432109876543210"}',
      { "12345678901234567890": "98765432109876543210" },
    ],
    [
      "a text that ends with a backslash before a long integer",
      '["\\\\",18446744073709551615]',
      ["\\", 18446744073709551615n],
    ],
    [
      "texts that look like values beside real ones",
      '["a: 12345678901234567890, b",NaN,": NaN, ",18446744073709551615," Infinity ","[-Infinity]"]',
      ["a: 12345678901234567890, b", null, ": NaN, ", 18446744073709551615n, " Infinity ", "[-Infinity]"],
    ],
    [
      "white space around",
      "[ 18446744073709551615 ,\t-9223372036854775809\n]",
      [18446744073709551615n, -9223372036854775809n],
    ],
    [
      "a text of 8 MB beside a long integer",
      `["${"x".repeat(8e6)}",18446744073709551615]`,
      ["x".repeat(8e6), 18446744073709551615n],
    ],
  ])("%s", (_name, text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it.each([
    "",
    "{",
    "[NaNa]",
    "[12345678901234567890 1]",
    '{"a":--Infinity}',
    "NaN NaN",
    "[012345678901234567]",
    "'a'",
  ])("refuses %j", (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});

it("a text of more levels than any format has is refused, whatever its texts contain", () => {
  const levels = (count: number): string => `${'{"[{":['.repeat(count / 2)}"[{\\"["${"]}".repeat(count / 2)}`;
  expect(JSON.stringify(parseJson(levels(200)))).toBe(levels(200));
  for (const count of [202, 100_000])
    expect(() => parseJson(levels(count))).toThrow(/more than 200 levels of lists and objects/);
  expect(parseJson(`[${"[],".repeat(500)}[]]`)).toHaveLength(501);
});
