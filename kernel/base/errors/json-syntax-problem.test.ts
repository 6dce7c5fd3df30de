// The place and the reason of JSON syntax errors.

import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonSyntaxProblem } from "./json-syntax-problem.js";

function problemOf(json: string): ReturnType<typeof jsonSyntaxProblem> | undefined {
  try {
    JSON.parse(json);
    return undefined;
  } catch (error) {
    return jsonSyntaxProblem(error, json);
  }
}

it.each([
  ["a word without quotation marks", '{\n  "a": abc\n}', ":2:8"],
  ["a comma too much", '{\n  "a": 1,\n}', ":3:1"],
  ["a comma that is missing", '{\n  "a": 1\n  "b": 2\n}', ":3:3"],
  ["a key without quotation marks", "{a: 1}", ":1:2"],
  ["a comment", '{\n  // c\n  "a": 1\n}', ":2:3"],
  ["a line feed in a text", '{"pw": "se\ncret"}', ":1:8"],
  ["an end that is missing", '{"a": [1, 2', ":1:12"],
  ["nothing", "", ":1:1"],
  ["something after the end", '{"a": 1}\n}', ":2:1"],
  ["a number that is none", "[1, 01]", ":1:6"],
])("%s", (_name, json, place) => {
  expect(problemOf(json)?.place).toBe(place);
});

it.each([
  ["with a byte order mark", "\ufeff{}"],
  ["without one", "{}"],
])("names UTF-16 %s", (_name, text) => {
  const json = Buffer.from(text, "utf16le").toString("utf8");
  expect(problemOf(json)?.reason).toBe("it is encoded as UTF-16, and has to be UTF-8");
});

it("does not quote the text", () => {
  const json = '{"password": hunter2-is-a-secret}';
  expect(problemOf(json)?.reason).toBe("Unexpected token 'h'");
});

it("finds a place after all valid tokens", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const place = problemOf(`${json}\n?`)?.place;
      expect(place).toBe(`:${json.split("\n").length + 1}:1`);
    }),
  );
});
