// Texts from servers, made safe for a terminal.

import { expect, it } from "vitest";
import { oneLine, plainJson, plainRow, plainText } from "./plain-text.js";

const title = "\u001b]0;mine\u0007";
const mark = "\uFFFD";

it("replaces control characters and marks that reorder text", () => {
  expect(plainText(`a${title}b\u009b31m\u202ec\r\nd`)).toBe(`a${mark}]0;mine${mark}b${mark}31m${mark}c\nd`);
  expect(oneLine("a\n  b\tc")).toBe("a b c");
});

it("escapes them in JSON without changing the value", () => {
  const text = `\u001b[2J\u009b2J\u202e\n\tä`;
  const shown = plainJson({ text });
  expect(shown).toBe('{"text":"\\u001b[2J\\u009b2J\\u202e\\n\\tä"}');
  expect(JSON.parse(shown)).toEqual({ text });
});

it("makes a row of a table safe, and keeps its colours", () => {
  expect(plainRow([`a\nb\u202e`, `\u001b[31mre\u001b[2Jd\u001b[39m`, "c\r\nd\u0007"])).toEqual([
    `a b${mark}`,
    `\u001b[31mre${mark}[2Jd\u001b[39m`,
    `c\nd${mark}`,
  ]);
});
